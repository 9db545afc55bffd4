"""How programs talk to Armillary: the engine's side of UGI+, and a client for any UGI engine.

    grammar   words of a line -> what they mean
    table     the position that a client described: chance, views, folding, forfeits
    options   what a client may set
    report    results of a search -> info lines
    session   one conversation, without input or output
    server    the conversation on stdin and stdout
    client    the other side: an asyncio client, and `simple`, its synchronous twin
    check     a compliance list for engines

docs/protocol.md is the reference. This file imports nothing, so that the engine starts fast.
"""

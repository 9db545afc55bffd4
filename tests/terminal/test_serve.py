"""`armillary analyse --serve`: dialogues with the real process over pipes."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from terminal.driver import COMMAND, end
from terminal.test_batch import BAD


class Client:
    """A tool on the other end of the pipes."""

    def __init__(self, environment: dict[str, str], *words: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "analyse", "--serve", *words], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)

    def send(self, *queries: dict[str, Any] | bytes) -> None:
        assert self.process.stdin
        for query in queries:
            line = query if isinstance(query, bytes) else json.dumps(query).encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def close(self, last: bytes = b"") -> list[dict[str, Any]]:
        """End the input; what was still told. The process must end by itself, and well."""
        out, errors = self.process.communicate(last, timeout=60)
        assert errors == b""
        assert self.process.returncode == 0
        return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def serve(environment) -> Iterator[Any]:
    clients = []

    def call(*words: str) -> Client:
        clients.append(Client(environment, *words))
        return clients[-1]
    yield call
    for client in clients:
        client.process.kill()
        client.process.wait()
        for pipe in (client.process.stdin, client.process.stdout, client.process.stderr):
            if pipe:
                pipe.close()


FOREVER = {"game": "connect_four", "infinite": True}
SHORT = {"game": "connect_four", "nodes": 20, "multipv": 1}


def test_a_query_and_its_reply(serve):
    client = serve()
    client.send({"id": "q", "game": "tic_tac_toe", "nodes": 300,
                 "state": {"board": ["xx.", "oo.", "..."]}})
    reply = client.receive()
    assert reply["id"] == "q"
    assert (reply["turn"], reply["move"]) == ("p1", "c3")
    assert len(reply["lines"]) == 5
    assert client.close() == []


def test_allowed_and_avoided_moves(serve):
    client = serve()
    client.send({**SHORT, "id": 1, "allow": ["a", "b"], "multipv": 9},
                {**SHORT, "id": 2, "avoid": ["a", "b"], "multipv": 9},
                {**SHORT, "id": 3, "allow": "a b", "avoid": "b", "multipv": 9})
    found = [{line["move"] for line in client.receive()["lines"]} for _ in range(3)]
    assert found == [{"a", "b"}, set("cdefg"), {"a"}]


def test_higher_priority_goes_first(serve):
    client = serve("--workers", "1")
    client.send({**FOREVER, "id": "first", "report_every": 0.1})
    assert client.receive()["partial"]          # it is being searched, the others must wait
    client.send({**SHORT, "id": "low", "priority": -1}, {**SHORT, "id": "b"},
                {**SHORT, "id": "c"}, {**SHORT, "id": "high", "priority": 5},
                {"id": "t", "action": "terminate", "query": "first"})
    ids = [reply["id"] for reply in client.close() if "partial" not in reply]
    ids.remove("t")
    assert ids == ["first", "high", "b", "c", "low"]


def test_several_queries_at_once_and_termination_of_one(serve):
    client = serve("--workers", "2")
    client.send(*({**FOREVER, "id": number, "report_every": 0.1} for number in (1, 2)))
    reporting = set()
    while reporting != {1, 2}:
        reply = client.receive()
        assert reply["partial"]
        assert reply["visits"] > 0
        reporting.add(reply["id"])
    client.send({"id": "stop", "action": "terminate", "query": 1})
    told = {}
    while len(told) < 2:
        reply = client.receive()
        if "partial" not in reply:
            told[reply["id"]] = reply
    assert told["stop"] == {"id": "stop", "action": "terminate", "query": 1, "found": True}
    assert told[1]["terminated"]
    assert told[1]["move"] in "abcdefg"
    assert client.receive()["id"] == 2          # goes on
    last = client.close()[-1]                   # the end of input ends what would never end
    assert last["id"] == 2
    assert last["terminated"]


def test_termination_of_one_that_waits_and_of_none(serve):
    client = serve("--workers", "1")
    client.send({**FOREVER, "id": 1}, {**FOREVER, "id": 2},
                {"id": "a", "action": "terminate", "query": 2},
                {"id": "b", "action": "terminate", "query": "nobody"},
                {"id": "c", "action": "terminate", "query": 1})
    replies = {reply["id"]: reply for reply in client.close()}
    assert replies["a"]["found"]
    assert not replies["b"]["found"]
    assert replies[2]["terminated"]
    assert replies[1]["terminated"]


def test_ping_is_answered_during_searches(serve):
    client = serve("--workers", "1")
    client.send({**FOREVER, "id": 1, "report_every": 0.1})
    assert client.receive()["id"] == 1
    client.send({**SHORT, "id": 2}, {"id": "p", "action": "ping"})
    reply = client.receive()
    while reply["id"] != "p":
        reply = client.receive()
    assert (reply["running"], reply["waiting"]) == (1, 1)


def test_the_end_of_input_finishes_what_was_asked(serve):
    client = serve("--workers", "3")
    client.send(*({**SHORT, "id": number} for number in range(20)))
    assert sorted(reply["id"] for reply in client.close()) == list(range(20))


def test_every_bad_query_is_answered_with_its_id(serve):
    client = serve("--workers", "2", "--nodes", "4")
    bad = [pair for pair in BAD if b"infinite\":true" not in pair[0]]
    for number, (line, problem) in enumerate(bad):
        known = line.startswith(b"{") and b'"id"' not in line and b"[[" not in line
        if known:
            comma = b"," if line != b"{}" else b""
            line = b'{"id":%d%s' % (number, comma) + line[1:]
        client.send(line)
        reply = client.receive()
        assert reply["id"] == (number if known else None)
        assert problem in reply["error"]
    for line, problem in [({"game": "pig"}, '"id" is missing'), ({"id": None, "game": "pig"}, "id"),
                          ({"id": 1, "action": "dance"}, "action: 'dance' is not one of"),
                          ({"id": 1, "action": "terminate"}, '"query" is missing'),
                          ({"id": 1, "action": "terminate", "query": [1]}, "query: must be"),
                          ({"id": 1, "action": {}}, "action")]:
        client.send(line)
        reply = client.receive()
        assert problem in reply["error"]
        assert reply["id"] == line.get("id")
    client.send({**FOREVER, "id": "twice"}, {**SHORT, "id": "twice"})
    assert "not answered yet" in client.receive()["error"]
    client.send({**SHORT, "id": "good"})
    assert client.receive()["move"] in "abcdefg"


def test_ids_of_any_characters_come_back(serve):
    """Also one that no encoding has."""
    client = serve()
    for name in ("партия 1", "\u2028", "\ud800"):
        client.send({**SHORT, "id": name})
        assert client.receive()["id"] == name
    assert client.close() == []


def test_junk_is_answered_line_by_line(serve):
    """Random bytes and mutated queries: one reply a line, and alive at the end."""
    rng = random.Random(1)
    good = [json.dumps({**SHORT, "id": 0, "moves": "d", "nodes": 1}).encode(),
            b'{"id":1,"action":"terminate","query":2}', b'{"id":3,"action":"ping"}']
    lines = []
    while len(lines) < 600:
        line = bytearray(rng.choice(good) if rng.random() < 0.8 else rng.randbytes(60))
        for _ in range(rng.randrange(4)):
            line[rng.randrange(len(line))] = rng.randrange(256)
        line = line.replace(b"\n", b"").replace(b"\r", b"").replace(b"infinite", b"")
        if line.strip():
            lines.append(bytes(line))
    lines.append(b"x" * 2_000_000)
    client = serve("--workers", "2")
    assert len(client.close(b"\n".join(lines))) == len(lines)


def test_a_reader_that_goes_away_ends_the_server(environment):
    client = Client(environment, "--workers", "1")
    assert client.process.stdout
    client.send({**FOREVER, "id": 1, "report_every": 0.1})
    assert client.receive()["partial"]
    client.process.stdout.close()
    try:
        assert client.process.wait(60) == 141       # though its input is still open
    finally:
        client.process.kill()
        client.process.stdin.close()
        client.process.stderr.close()


def test_a_good_answer_depends_on_the_query_alone(serve):
    query = {"game": "hearts", "players": 4, "seed": 3, "nodes": 60, "engine": {"seed": 4}}
    client = serve("--workers", "1")
    client.send({**query, "id": 1}, {**SHORT, "id": 2, "engine": {"level": 1, "seed": 9}},
                {**query, "id": 3})
    first, _, third = (client.receive() for _ in range(3))
    for reply in (first, third):
        del reply["stats"]["seconds"], reply["id"]
    assert first == third


def test_interrupted_it_ends_at_once(spawn):
    child = spawn("analyse", "--serve", columns=2000)
    child.sendline(json.dumps({**FOREVER, "id": 1, "report_every": 0.1}))
    child.expect('"partial": true')
    child.sendcontrol("c")
    assert end(child) == 130
    assert "Traceback" not in child.before

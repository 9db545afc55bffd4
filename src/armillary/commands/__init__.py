"""The subcommands of `armillary`: one module each, found by listing, loaded when used.

A command module has HELP (one line), EXAMPLES (shown by --help), add_arguments(parser) and
run(args) -> exit status. Modules that begin with an underscore are shared helpers.
"""

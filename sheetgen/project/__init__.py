"""The open project: a folder opened once and used often, its runs, and the rules of messages."""

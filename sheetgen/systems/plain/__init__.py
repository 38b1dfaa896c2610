"""Plain games: a folder with a game.yaml, templates and ships, and no code."""

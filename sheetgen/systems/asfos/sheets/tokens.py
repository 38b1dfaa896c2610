"""Tokens: a set for everybody, from tokens.yaml."""

from __future__ import annotations

from sheetgen.systems.kit.tokens import make_tokens, read_tokens

TOKENS = make_tokens("ship", read_tokens(__file__), "#1f4e79")

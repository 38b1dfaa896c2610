"""The quick route: what has been drawn before is not read again."""

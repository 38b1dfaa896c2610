"""Preflight: what a print shop would refuse in a PDF, whoever made it."""

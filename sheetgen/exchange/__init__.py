"""Definitions from files of other programs, and tables for them: import, sketch, export."""

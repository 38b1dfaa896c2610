"""Flowables: what is poured into a book's pages."""

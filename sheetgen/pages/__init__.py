"""Drawings to pages: imposition, crop marks, backs."""

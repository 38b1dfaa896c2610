"""The foundation: units, diagnostics, text files, shapes, numbers as text."""

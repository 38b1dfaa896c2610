"""What everything stands on: units, diagnostics, text files, shapes, numbers as text."""

"""Type: fonts and faces, and the only place where text is measured and broken into lines."""

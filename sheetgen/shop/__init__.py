"""Print shops and table tops: what each of them asks for, and the files that it takes."""

"""Fleet books: Markdown chapters, ships and fleets to pages."""

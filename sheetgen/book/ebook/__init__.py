"""Books for screens: the flow of a book as HTML, in one file or as an EPUB."""

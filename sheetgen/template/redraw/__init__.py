"""Samples: sheets filled for a person to redraw, and taken back as templates.

A mark before each element, text and value of a template, and of what it includes, tells where
every element and letter of the filled sheet is written (filled.py). The sample's elements have
numbers, and its root carries the template's text, the filled text with its marks, and the list of
marks. So nothing has to be found again later, whatever has become of the template and the ship by
then.

A saved sample is compared with that element by element (drawn.py, change.py). Elements that come
from one element of the template are taken together: what was done to all of them, or to the first,
is done to that (adoption.py). All of it only makes edits of the template's text (source.py).
Nothing is trusted: what a sample carries is checked, and the result is filled and drawn before it
is written.
"""

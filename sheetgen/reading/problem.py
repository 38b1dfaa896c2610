"""What can be wrong with a YAML file that its parser does not mind, and the rules that name it."""

from __future__ import annotations

from sheetgen.ground.diagnostics import declare

MAX_PROBLEMS = 1000
"""Problems of a file at which reading it stops: nobody mends more than that in one go."""

DUPLICATE_KEY = declare(
    "duplicate-key",
    "error",
    """A key appears twice in the same mapping.

    Why: Only one of the two values can count; the other would be lost unnoticed.

    Two definitions in one file need a line of --- between them.

    Example:
    hull: 3
    hull: 4        # the second hull is refused
    """,
)
SECOND_DOCUMENT = declare(
    "second-document",
    "error",
    """A file that holds one thing, such as a book or a theme, has a second document.

    Why: Only the first would be read. A line of three dashes begins the next document; the
    definitions of ships and fleets may stand in one file; books, themes, games, profiles and the
    mark of a project may not.

    Example:
    book: The Ice Toll
    ---
    chapters: [one.md]     # remove the dashes above
    """,
)
SMART_QUOTES = declare(
    "smart-quotes",
    "warning",
    """A value is in typographic quotes, which become part of it.

    Why: Only straight quotes enclose a value in YAML. Word processors, phones and web pages turn
    them into curly ones, which would be printed with the name.

    Example:
    name: “Warrior”      # write "Warrior", or no quotes at all
    """,
)
YAML_ALIAS = declare(
    "yaml-alias",
    "error",
    """An alias (*name) repeats a value that does not exist, contains the alias, or is far too big.

    Why: An alias copies a value marked &name above it; copies of copies can fill any memory.

    Example:
    weapons: *guns         # refused unless a value above is marked "&guns"
    """,
)
TOO_DEEP = declare(
    "too-deep",
    "error",
    """Lists and mappings are nested more than 40 levels deep.

    Why: No ship needs that; it is nearly always a slip with brackets, or a harmful file.

    Example:
    weapons: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    """,
)
TOO_LONG = declare(
    "too-long",
    "error",
    """A list or mapping has more than 2,000 entries.

    Why: No ship, fleet or book has that many; checking and printing them would take hours.

    Example:
    ships: [{ship: kestrel}, {ship: kestrel}, …]    # write count: 2 instead
    """,
)
NOT_A_MAPPING = declare(
    "not-a-mapping",
    "error",
    """A document is a list or a single value instead of lines of "key: value".

    Why: Every definition says what it is by its keys, the first of them system.

    Example:
    - name: Warrior    # remove the dash, or split the list with lines of ---
    """,
)

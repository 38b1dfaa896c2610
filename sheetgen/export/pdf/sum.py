"""Values that follow from other fields: the scripts by which a reader works them out.

Only sums and counts, in the JavaScript that Acrobat, Firefox and Chrome understand. A reader
without it keeps the values as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from sheetgen.ground.number import fmt

ESTIMATE = "~"
"""The mark before a value that is an estimate; so is a sum with one in it."""
_NUMBER = re.compile(r"~?-?[0-9]+([.,][0-9]+)?")


def add_up(names: Sequence[str]) -> str:
    """The script for the sum of text fields; what is no number counts nothing."""
    return (
        f'var s=0,m="",n={_list(names)};for(var i=0;i<n.length;i++)'
        '{var v=String(this.getField(n[i]).value);if(v.charAt(0)=="~")m="~";'
        's+=Number(v.replace("~","").replace(",","."))||0}'
        "event.value=m+Math.round(s*1000)/1000;"
    )


def count_off(names: Sequence[str]) -> str:
    """The script for the number of checkboxes that are not ticked."""
    return (
        f"var c=0,n={_list(names)};for(var i=0;i<n.length;i++)"
        '{if(this.getField(n[i]).value=="Off")c++}event.value=c;'
    )


def total_up(values: Iterable[str]) -> str:
    """The sum of values as the script writes it."""
    found = list(values)
    mark = ESTIMATE if any(value.startswith(ESTIMATE) for value in found) else ""
    return mark + fmt(sum(map(_read, found)), 3)


def has_sum(total: str, values: Iterable[str]) -> bool:
    """Whether a printed total is the sum of what it is worked out from."""
    return bool(_NUMBER.fullmatch(total)) and abs(_read(total) - sum(map(_read, values))) < 0.001


def _read(value: str) -> float:
    if not _NUMBER.fullmatch(value):
        return 0.0
    return float(value.removeprefix(ESTIMATE).replace(",", "."))


def _list(names: Sequence[str]) -> str:
    return json.dumps(names, separators=(",", ":"))

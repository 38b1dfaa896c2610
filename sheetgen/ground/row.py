"""Named tuples as `typing.NamedTuple` makes them, without compiling each annotation first.

That takes as long as all the rest of making a class, and a print imports some eighty of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple

    _OWN = ("__module__", "__qualname__", "__annotations__")

    class _Maker(type):
        def __new__(cls, name, bases, space):
            if not bases:  # NamedTuple itself
                return super().__new__(cls, name, bases, space)
            names = space.get("__annotations__", {})
            given = [space[name] for name in names if name in space]
            made = namedtuple(name, names, defaults=given, module=space["__module__"])
            made.__qualname__, made.__annotations__ = space["__qualname__"], names
            for key, value in space.items():
                if key not in _OWN and key not in names:
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Maker):
        """The base of named tuples; what is made of it has no other base than `tuple`."""

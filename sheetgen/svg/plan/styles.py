"""The styles of a plan by number: a run knows those of earlier ones before they are made."""

from __future__ import annotations

from collections.abc import Callable

from sheetgen.svg.plan.item import Opening
from sheetgen.svg.plan.maker import Maker
from sheetgen.svg.read.style import Style

Recipe = tuple[int, str]
"""How a style is made: the number of the one around it, and the start tag of its group."""
OUTERMOST: Recipe = (0, "")
"""The style of the drawing itself, which has the number 0."""


class Styles:
    """Styles and their numbers; new ones are added to `recipes`."""

    def __init__(self, recipes: list[Recipe], open_maker: Callable[[], Maker]) -> None:
        """The maker is only asked for if a style has to be made."""
        self._recipes, self._open_maker = recipes, open_maker
        self._made: dict[int, Style] = {}
        self._numbers: dict[Style | Recipe, int] = {r: at for at, r in enumerate(recipes)}

    def find(self, number: int) -> Style:
        """The style with a number, which is made if only its recipe is known."""
        style = self._made.get(number)
        if style is None:
            parent, tag = self._recipes[number]
            style = self._open_maker().style
            if number:
                opening = self._open_maker().make(tag, "", self.find(parent))
                assert isinstance(opening, Opening), "a style was made by what is no group"
                style = opening.style
            self._made[number] = style
            self._numbers.setdefault(style, number)
        return style

    def number(self, style: Style, recipe: Recipe) -> int:
        """The number of a style that was made by a recipe."""
        known = self._numbers.get(style)
        if known is None:
            known = self._numbers.setdefault(recipe, len(self._recipes))
            if known == len(self._recipes):
                self._recipes.append(recipe)
            self._numbers[style], self._made[known] = known, style
        return known

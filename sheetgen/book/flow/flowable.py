"""What pages and columns ask of everything that is poured into them; lengths in points."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Final, Self

from reportlab.platypus.doctemplate import ActionFlowable
from reportlab.platypus.flowables import Flowable as PlatypusFlowable

if TYPE_CHECKING:
    from sheetgen.book.flow.canvas import Recorder
    from sheetgen.book.flow.reference import References

NO_END = 1e6
"""A height that is never reached, for measuring how high something wants to be."""


class Flowable(PlatypusFlowable):  # type: ignore[misc]
    """Something that is poured into columns and pages. Once made, it stays as it is.

    What it shows is given to its constructor; the same one may be measured and drawn as often as
    a book is laid out. Only what Platypus notes on it (`canv`, `width`, `height`) and what it
    remembers of its own measuring comes later.
    """

    canv: Recorder
    width: float
    height: float

    def __init__(
        self,
        *,
        wide: bool = False,
        keep: bool = False,
        before: float = 0.0,
        after: float = 0.0,
        opens: bool = False,
    ) -> None:
        """`wide` ones take the whole measure, others a column of it.

        `keep` holds it on one page with the beginning of what follows. `before` and `after` is
        the room around it, of which the larger of two neighbours counts. One that `opens` a part
        of the book stays where that begins, whatever comes below it.
        """
        super().__init__()
        self._wide = wide
        self.keep: Final = keep
        self.before: Final = before
        self.after: Final = after
        self.opens: Final = opens

    @property
    def wide(self) -> bool:
        """Whether it takes the whole measure."""
        return self._wide

    def widen(self) -> Self:
        """The same one over the whole measure."""
        if self._wide:
            return self
        made = copy(self)
        made._wide = True
        return made

    def getSpaceBefore(self) -> float:  # noqa: N802
        """The room above it, as Platypus asks for it."""
        return self.before

    def getSpaceAfter(self) -> float:  # noqa: N802
        """The room below it, as Platypus asks for it."""
        return self.after

    def getKeepWithNext(self) -> bool:  # noqa: N802
        """Never: `stack.guard` sees to it, for columns too."""
        return False

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Its width and height where it has a room of that size; notes both."""
        raise NotImplementedError

    def split(self, width: float, height: float) -> Sequence[Flowable]:
        """What of it fits into that height, and the rest; nothing where it can't be parted."""
        return ()

    def draw(self) -> None:
        """Draws it on `canv` from its lower left corner; unless overridden nothing is seen."""

    def least_height(self, width: float) -> float:
        """The least height of its beginning that may stand at the foot of a page."""
        return self.wrap(width, NO_END)[1]

    def lower(self, excess: float) -> Flowable:
        """One that is so much lower, where it can be."""
        return self

    def resolve(self, references: References) -> Flowable:
        """One whose references print the pages of their targets, itself where it has none."""
        return self


class Action(Flowable, ActionFlowable):  # type: ignore[misc]
    """Something that is done to the pages where it is met, such as beginning a new one."""

    def __init__(self) -> None:
        super().__init__(wide=True)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """It takes no room."""
        self.width = self.height = 0.0
        return 0.0, 0.0


def resolve(flowables: Sequence[Flowable], references: References) -> list[Flowable]:
    """Flowables whose references print the pages of their targets."""
    return [flowable.resolve(references) for flowable in flowables]

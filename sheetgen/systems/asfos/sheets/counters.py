"""Ship counters: silhouettes or the user's pictures, with ID, facing and centre."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sheetgen.ground.record import record
from sheetgen.systems import Look, Print
from sheetgen.systems.asfos.data import COLOUR
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import size_class
from sheetgen.systems.asfos.fleet import Counters, LinkedFleet
from sheetgen.systems.asfos.silhouette import draw_silhouette, measure_size
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit.silhouette import make_portrait


@record(kw_only=True)
class Counter(kit.Counter):
    """One side of a counter: front, name or damaged.

    Its label is the ID, or the class code of a ship that has none.
    """

    class_name: str


def fill_counters(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships."""
    colour, made = look.colour, Counters()
    if isinstance(values, Ship):
        ships = [(values, "", values.name)]
    else:
        colour, made = colour or values.fleet.colour, values.fleet.counters
        ships = [(member.ship, member.id, member.name) for member in values.members]
    livery = kit.choose_livery(values)
    fit_name = partial(kit.fit_name, values, look)
    for ship, label, name in ships:
        size = size_class(ship.mass)
        front = Counter(
            label=label or size.code,
            name=name,
            class_name=size.name,
            size=look.counter_size or made.inches(size.code) * kit.INCH,
            shape=made.shape,
            parts=draw_silhouette(ship),
            # Where all counters have one size, the sizes of ships still distinguish classes.
            scale=measure_size(ship) if look.counter_size or made.size != "by-class" else 1.0,
            light=livery.light,
            striped=livery.striped,
            colour=colour or COLOUR,
            art=look.art(ship),
            fleet=fit_name(made.inches(size.code) * kit.INCH * 0.88),
            sign=kit.sign_counter(
                values,
                look,
                colour or COLOUR,
                look.counter_size or made.inches(size.code) * kit.INCH,
                made.shape,
            ),
        )
        yield kit.print_counter(front, f"{front.label} {name}", made.back, made.fold, label)


COUNTERS = kit.counter_sheet(
    title="Ship counters",
    about="a counter for each ship, seen from above, with ID and facing; back sides if wanted",
    template="asfos/counter.svg",
    kinds=("ship", "fleet"),
    fill=fill_counters,
)


# Portraits: a ship seen from above, for books.


PORTRAIT = make_portrait("asfos", "ship", draw_silhouette, "#1f4e79")

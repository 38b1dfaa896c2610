"""pack, install, remove: ships and fleets in one file, to give to others and to get from them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, print_table, report, say, say_json
from sheetgen.ground.number import count

if TYPE_CHECKING:
    from sheetgen.packs.contents import PackContents
    from sheetgen.packs.installation import PackPlan

_MOST_NAMED = 5

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
ProjectFolder = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="The project; by default, this folder.")
]


def pack(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FOLDER] [IDS]",
            autocompletion=o.complete("ids"),
            help="The folder of pack.yaml, by default this one; and what of it: by default, all.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file; by default, NAME-VERSION.sheetpack."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Checks a pack that is there already; writes nothing.")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="With --check: an entry for an index of packs.")
    ] = False,
) -> None:
    """Makes one file of a project, or of some of its ships and fleets and what they need.

    \b
    sheetgen pack                                 all of this folder
    sheetgen pack kestrel fleet -o kestrels.sheetpack
    sheetgen pack --check kestrels.sheetpack      what `install` would refuse, and errors in it
    """
    from sheetgen.ground.assets import PACK
    from sheetgen.ground.delivery import write_files
    from sheetgen.packs.contents import ENDING
    from sheetgen.packs.packing import pack as make

    names = list(what or ())
    if check:
        _check(names, json)
        return
    if json:
        fail_usage("--json: it belongs to --check")
    folder = Path(names.pop(0)) if names and (Path(names[0]) / PACK).is_file() else Path()
    made = make(folder, names)
    about = made.contents.about
    path = output or Path(f"{about.pack.rpartition('/')[2]}-{about.version}{ENDING}")
    if path.suffix.lower() != ENDING:
        fail_usage(f"-o {path}: a pack ends in {ENDING}")
    write_files({path: made.archive}, None)
    say(f"{path}: {about.pack} {about.version}, {count(len(made.contents.files), 'file')}")
    if made.left_out and not names:
        few = ", ".join(made.left_out[:_MOST_NAMED])
        more = len(made.left_out) - _MOST_NAMED
        say(f"not in it: {few}" + (f" and {more} more" if more > 0 else ""))


def _check(names: list[str], json: bool) -> None:
    """Checks a pack as an index would, or a folder that a pack could be made of."""
    from hashlib import sha256

    from sheetgen.packs.installation import check, load_any

    if len(names) > 1:
        fail_usage("--check: it takes one file or folder")
    path = Path(names[0] if names else ".")
    contents = load_any(path)
    plan = check(contents, Path(), draws=True)
    if not json:
        print_table(["", ""], list(plan.facts.items()))
        say(f"{path}: all is well")
        return
    about = contents.about
    file = {"file": path.name, "sha256": sha256(path.read_bytes()).hexdigest()}
    entry = {
        "pack": about.pack,
        "version": about.version,
        "title": about.called,
        "about": about.about,
        "sheetgen": about.sheetgen,
        "licence": about.licence,
        "licences": contents.list_licences(),
        "authors": about.authors,
        "needs": about.needs,
        "holds": plan.facts["holds"],
        **(file if path.is_file() else {}),
    }
    say_json({key: value for key, value in entry.items() if value})


def install(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The pack: its file, or the folder of one.")
    ],
    folder: ProjectFolder = Path(),
    yes: Yes = False,
) -> None:
    """Adds a pack to a project, after showing what is in it and what changes.

    \b
    sheetgen install border-patrol-1.0.0.sheetpack --yes      without a question
    """
    from sheetgen.ground.assets import display_name
    from sheetgen.packs.installation import check, load_any
    from sheetgen.packs.installation import install as put

    if not folder.is_dir():
        fail_usage(f"FOLDER: there is no folder {folder}")
    contents: PackContents = load_any(file)
    plan = check(contents, folder)
    if plan.is_done:
        say(f"{plan.label}: {plan.facts['']}")
        return
    _show(plan)
    _ask(f"Install {plan.label}?", yes)
    say(f"{display_name(put(contents, folder))}: installed")


def remove(
    pack: Annotated[
        str,
        typer.Argument(
            metavar="PACK",
            autocompletion=o.complete("packs"),
            help="Its name, such as kai/border-patrol; of several versions, with @1.0.0 behind it.",
        ),
    ],
    folder: ProjectFolder = Path(),
    yes: Yes = False,
) -> None:
    """Takes a pack out of a project, after showing what would miss it.

    \b
    sheetgen remove kai/border-patrol --yes                   without a question
    sheetgen remove kai/border-patrol@1.0.0 --yes             one of several versions
    """
    from sheetgen.packs.installation import choose_installed, plan_removal
    from sheetgen.packs.installation import remove as take

    if not folder.is_dir():
        fail_usage(f"FOLDER: there is no folder {folder}")
    name, _, version = pack.partition("@")
    gone = choose_installed(folder, name, version)
    plan = plan_removal(gone)
    _show(plan)
    _ask(f"Remove {plan.label}?", yes)
    take(gone)
    say(f"{plan.label}: removed")


def _show(plan: PackPlan) -> None:
    """Shows what is in a pack, what changes with it, and what is wrong then."""
    report(plan.spoilt, plan.texts)
    rows = [[name, text] for name, text in plan.facts.items()]
    rows += [["" if at else "changes", line] for at, line in enumerate(plan.changes)]
    print_table(["", ""], rows)


def _ask(question: str, yes: bool) -> None:
    """Goes on if the user says so; else the run ends here, with nothing done."""
    if yes:
        return
    try:
        wanted = typer.confirm(question)
    except typer.Abort:
        say("")
        wanted = False
    if not wanted:
        say("nothing was changed; --yes answers for you", err=True)
        raise typer.Exit(1)

"""The list of seeded faults: named changes of the sources, kept out of the sources.

The lists are TOML files in this folder, one for each part of the sources. README.md describes
them.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

FORMS = ("expression", "statement", "declaration")


class ListError(Exception):
    """A fault that cannot be put into the sources as they are."""


@dataclass(frozen=True)
class Change:
    """One place in one file: what stands there, and what the fault puts in its place."""

    file: str
    old: str
    new: str
    within: str
    form: str

    def place(self, text, fault_id):
        """Where `old` stands in the text of the file: once, inside `within`, which stands once."""
        start = only_place(text, self.within, fault_id, self.file)
        offset = only_place(self.within, self.old, fault_id, "the text of 'within'")
        return start + offset, start + offset + len(self.old)


@dataclass(frozen=True)
class Fault:
    """A fault that a developer could make."""

    number: int
    id: str
    part: str
    means: str
    breaks: tuple
    changes: tuple
    specs: str
    tests: str
    equivalent: str


def only_place(text, part, fault_id, where):
    count = text.count(part)
    if count != 1:
        found = "nowhere" if count == 0 else f"at {count} places"
        raise ListError(f"{fault_id}: this stands {found} in {where}:\n{part}")
    return text.index(part)


def read_lists(folder):
    """All faults, numbered in the order of the files' names and of the lists."""
    faults = []
    for path in sorted(folder.rglob("*.toml")):
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        part = path.relative_to(folder).with_suffix("").as_posix()
        for entry in document["mutant"]:
            faults.append(read_fault(entry, len(faults) + 1, part, document))
    ids = [fault.id for fault in faults]
    for fault_id in sorted({one for one in ids if ids.count(one) > 1}):
        raise ListError(f"{fault_id}: two faults have this id")
    return faults


def read_fault(entry, number, part, document):
    fault_id = entry.get("id", "?")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", fault_id):
        raise ListError(f"{fault_id}: an id is lower-case letters and digits, joined by hyphens")
    known = {"id", "means", "breaks", "equivalent", "also", "file", "within", "old", "new", "form"}
    for key in entry.keys() - known:
        raise ListError(f"{fault_id}: there is no key '{key}'")
    for key in ("means", "breaks"):
        if not entry.get(key):
            raise ListError(f"{fault_id}: '{key}' is missing")
    places = [entry, *entry.get("also", [])]
    return Fault(
        number=number,
        id=fault_id,
        part=part,
        means=entry["means"],
        breaks=tuple(entry["breaks"]),
        changes=tuple(read_change(place, fault_id, document["folder"]) for place in places),
        specs=document.get("specs", "Specs"),
        tests=document.get("tests", ""),
        equivalent=" ".join(entry.get("equivalent", "").split()),
    )


def read_change(entry, fault_id, folder):
    for key in ("file", "old", "new"):
        if key not in entry:
            raise ListError(f"{fault_id}: '{key}' is missing")
    form = entry.get("form", "expression")
    if form not in FORMS:
        raise ListError(f"{fault_id}: a form is one of {', '.join(FORMS)}")
    file = entry["file"]
    old = entry["old"].rstrip("\n")
    return Change(
        file=file if file.startswith("Sources/") else f"{folder}/{file}",
        old=old,
        new=entry["new"].strip("\n"),
        within=entry.get("within", old).rstrip("\n"),
        form=form,
    )


def check(faults, root):
    """Raises a ListError for the first change that does not apply exactly once."""
    for file in sorted({change.file for fault in faults for change in fault.changes}):
        changed_text(file, faults, root)


def changed_files(faults, root):
    """The files with all faults in them, each behind its number: path to text."""
    files = sorted({change.file for fault in faults for change in fault.changes})
    return {file: changed_text(file, faults, root) for file in files}


def changed_text(file, faults, root):
    path = Path(root) / file
    mine = [(fault, change) for fault in faults for change in fault.changes if change.file == file]
    if not path.is_file():
        raise ListError(f"{mine[0][0].id}: there is no file {file}")
    text = path.read_text(encoding="utf-8")
    places = {}
    for fault, change in mine:
        places.setdefault(change.place(text, fault.id), []).append((fault, change))
    return rendered(text, 0, len(text), places)


def rendered(text, start, end, places):
    """The text from start to end with the changes inside it."""
    inside = sorted(
        (place for place in places if start <= place[0] and place[1] <= end),
        key=lambda place: (place[0], -place[1]),
    )
    result = []
    position = start
    for place in inside:
        if place[0] >= position:
            result.append(text[position : place[0]])
            result.append(switched(text, place, places))
            position = place[1]
        elif place[1] > position:
            fault = places[place][0][0]
            raise ListError(f"{fault.id}: it overlaps another change without lying inside it")
    result.append(text[position:end])
    return "".join(result)


def switched(text, place, places):
    """What stands at one place, and the changes of it, behind the switch."""
    inner = {other: found for other, found in places.items() if other != place}
    old = rendered(text, *place, inner)
    for form in FORMS:
        changes = [one for one in places[place] if one[1].form == form]
        if changes:
            old = WRAPPERS[form](old, changes)
    return old


def switched_expression(old, changes):
    cases = "".join(
        f"seededFault == {fault.number} /* {fault.id} */ ? ({change.new}) : "
        for fault, change in changes
    )
    return f"({cases}({old}))"


def switched_statement(old, changes):
    cases = "".join(
        f"if seededFault == {fault.number} /* {fault.id} */ {{\n{change.new}\n}} else "
        for fault, change in changes
    )
    return f"{cases}{{\n{old}\n}}"


def declared(old, changes):
    if len(changes) > 1:
        ids = ", ".join(fault.id for fault, _ in changes)
        raise ListError(f"{ids}: a declaration can be changed by one fault alone")
    return changes[0][1].new


WRAPPERS = {
    "expression": switched_expression,
    "statement": switched_statement,
    "declaration": declared,
}

"""Compiles each changed module with all its faults, against the modules of the debug build.

A module is made, and no code: that shows every error, also a missing return or a variable without
a value, which no check of the types alone does.
"""

import json
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from faulty_build import SWITCH_SOURCE
from seeded_faults import ListError, changed_files

# Options of the build that are about its code and other files, and about warnings: what is behind
# a switch may look unused.
DROPPED = {"-c", "-incremental", "-emit-dependencies", "-enable-batch-mode",
           "-serialize-diagnostics", "-parseable-output", "-O", "-g", "-emit-objc-header",
           "-warnings-as-errors"}
DROPPED_WITH_VALUE = {"-emit-module-path", "-output-file-map", "-index-store-path",
                      "-emit-objc-header-path", "-assert-config"}


def compile_faults(faults, root):
    """Raises a ListError with each error, the fault in which it is and its place."""
    calls = build_calls(root)
    texts = changed_files(faults, root)
    modules = {Path(file).parts[1] for file in texts}
    # The longest first, so that the last one does not keep a core waiting.
    modules = sorted(modules, key=lambda module: -len(calls[module][1]))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        errors = list(pool.map(
            lambda module: compile_module(module, *calls[module], texts, root, Path(folder)),
            modules))
    lines = [described(error, faults, texts, root) for found in errors for error in found]
    if lines:
        raise ListError("does not compile\n" + "\n".join(dict.fromkeys(lines)))


def build_calls(root):
    """The compiler's call for each module of the debug build, and the module's sources."""
    manifest = root / ".build" / "debug.yaml"
    if not manifest.is_file():
        raise ListError(f"{manifest} is missing: run swift build --build-tests first")
    calls = {}
    for line in manifest.read_text(encoding="utf-8").splitlines():
        if not (line.startswith('    args: ["') and '"-module-name"' in line):
            continue
        words = iter(json.loads(line.removeprefix("    args: ")))
        call, sources = [], []
        for word in words:
            if word.startswith("-X"):
                call += [word, next(words)]
            elif word in DROPPED_WITH_VALUE:
                next(words)
            elif word.startswith("@"):
                listed = Path(word[1:])
                sources = listed.read_text().split("\n") if listed.is_file() else []
            elif word not in DROPPED:
                call.append(word)
        sources = [source.strip("'\"") for source in sources if source]
        calls[call[call.index("-module-name") + 1]] = (call, sources)
    return calls


def compile_module(module, call, sources, texts, root, folder):
    """The errors in one module with all its faults: (file, line, column, message)."""
    switch = folder / "Sources" / module / "SeededFault.swift"
    switch.parent.mkdir(parents=True)
    switch.write_text(SWITCH_SOURCE, encoding="utf-8")
    files = [switch]
    for source in map(Path, sources):
        file = source.relative_to(root).as_posix() if source.is_relative_to(root) else ""
        if file in texts:
            source = folder / file
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(texts[file], encoding="utf-8")
        files.append(source)
    done = subprocess.run(
        [*call, "-emit-module-path", str(folder / f"{module}.swiftmodule"), "-suppress-warnings",
         "-diagnostic-style=llvm", *map(str, files)], capture_output=True, text=True)
    text = (done.stderr + done.stdout).replace(f"{folder}/", "").replace(f"{root}/", "")
    errors = re.findall(r"^(\S[^:\n]*):(\d+):(\d+): error: (.*)$", text, re.MULTILINE)
    if done.returncode and not errors:
        raise ListError(f"{module} does not compile\n{text}")
    return [(file, int(line), int(column), message) for file, line, column, message in errors]


def described(error, faults, texts, root):
    """An error with its fault, the place of that in the sources, and the line as compiled."""
    file, line, column, message = error
    if file not in texts:
        return f"{file}:{line}: {message}"
    lines = texts[file].split("\n")
    before = "\n".join([*lines[:line - 1], lines[line - 1][:column]])
    marks = re.findall(r"/\* ([a-z0-9-]+) \*/", before + "\n")
    here = re.findall(r"/\* ([a-z0-9-]+) \*/", lines[line - 1])
    fault_id = here[0] if here and here[0] not in marks else marks[-1] if marks else None
    shown = f"{message}\n    {lines[line - 1].strip()}"
    for fault in faults:
        for change in fault.changes:
            if fault.id == fault_id and change.file == file:
                text = (root / file).read_text(encoding="utf-8")
                start = text.count("\n", 0, change.place(text, fault.id)[0]) + 1
                return f"{fault.id}: {file}:{start}: {shown}"
    return f"{file}: {shown}"

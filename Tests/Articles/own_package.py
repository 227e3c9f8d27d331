"""Follows an article from an empty folder: writes its files, makes its changes, and runs its commands.

    own_package.py ARTICLE FOLDER [--build BUILD] [--write]

A block below a comment with a path is that file, and a block of `diff` changes it. Each command of a
`console` block runs in FOLDER, which is made anew, and has to print what stands below it. With
--write the article is given what they print.

What the article builds goes into BUILD, by default this checkout's own build folder: the modules of
the project that are built there already need not be built once more.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

# Where the article has the project and by which name, and what both are here.
HERE = {'"../pushtrace"': f'"{pathlib.Path.cwd()}"',
        'package: "pushtrace"': f'package: "{pathlib.Path.cwd().name}"'}
BLOCK = re.compile(r"(?:<!-- (?P<path>\S+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.M | re.S)


def changed(text, diff, path):
    """The text with each hunk of the diff, whose old lines have to stand there once."""
    for hunk in re.split(r"^@@.*\n", diff, flags=re.M):
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
        new = "".join(line[1:] or "\n" for line in lines if line[0] != "-")
        if text.count(old) != 1:
            sys.exit(f"{path}: these lines stand there {text.count(old)} times:\n{old}")
        text = text.replace(old, new)
    return text


def session(text, folder, build):
    """The commands of a block, each with what it prints here, and whether that is what it shows."""
    printed, differs = "", False
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        environment = {**os.environ, "SWIFTPM_BUILD_DIR": str(build),
                       "PATH": f"{build}/debug:{os.environ['PATH']}"}
        run = subprocess.run(
            ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
        output = run.stdout.rstrip("\n") + "\n" if run.stdout.strip() else ""
        # How far a build is says nothing, unless it fails.
        if command.startswith("swift build") and run.returncode == 0:
            output = ""
        # A command that prints nothing, such as a build, has to succeed; others may be about a finding.
        if output != shown or not shown and run.returncode:
            differs = True
            print(f"$ {command}\n{run.stderr}{output}instead of:\n{shown}", file=sys.stderr)
        printed += f"$ {command}\n{output}"
    return printed, differs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("article", type=pathlib.Path)
    parser.add_argument("folder", type=lambda path: pathlib.Path(path).absolute())
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path.cwd() / ".build")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    article, folder = options.article, options.folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    text = article.read_text()
    here = HERE if '"../pushtrace"' in text else {}
    commands = failures = 0

    def follow(block):
        nonlocal commands, failures
        kind, body = block["kind"], block["text"]
        if kind == "console":
            printed, differs = session(body, folder, options.build.absolute())
            commands += body.count("$ ")
            failures += differs
            return block[0].replace(body, printed)
        if block["path"]:
            file = folder / block["path"]
            if kind == "diff":
                body = changed(file.read_text(), body, block["path"])
            file.parent.mkdir(parents=True, exist_ok=True)
            for old, new in here.items():
                body = body.replace(old, new)
            file.write_text(body)
        return block[0]

    written = BLOCK.sub(follow, text)
    if options.write:
        article.write_text(written)
    print(f"article: {commands} commands, {failures} blocks print something else")
    sys.exit(1 if failures or not commands else 0)


main()

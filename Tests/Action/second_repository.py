"""The action runs in a repository that is not this one: `second_repository.py COMMAND`.

The repository has specs and traces of its own, and the workflow of the article. Each run is the one
of a push: what passes, what fails, and what cannot be read.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from workflow import Run

project = Path(__file__).resolve().parents[2]
command = Path(sys.argv[1]).resolve()
workflow = (Path(__file__).parent / "push.yml").read_text()

SPEC = """\
format: 1
sdk: mobilepush
feature: The tags of our app
observe: [send_registration]

scenarios:
  - name: A tag reaches the backend within a minute
    given:
      use: [registered_device]
    steps:
      - { at: 0s, event: tag_added, with: { tag: gold } }
    run_until: 10m
    timeline:
      send_registration:
        - { at: { between: [0s, 60s] }, body: { tags: [ALL, IOS, gold] } }
"""
SPECS, TRACES = "Push/Specs", "Push/Traces"
TAGS, DAY = f"{SPECS}/tags.spec.yaml", f"{TRACES}/a day.trace.jsonl"


def push(change=lambda repository: None, workflow=workflow):
    """Makes the repository, changes it, commits and pushes; the run of its workflow."""
    repository = Path(tempfile.mkdtemp(dir=base)) / "repository"
    for folder in (SPECS, TRACES):
        (repository / folder).mkdir(parents=True)
    (repository / TAGS).write_text(SPEC)
    shutil.copy(project / "Traces/mobilepush/login.trace.jsonl", repository / DAY)
    (repository / ".github/workflows").mkdir(parents=True)
    (repository / ".github/workflows/push.yml").write_text(workflow)
    change(repository)
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "push"]):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@localhost", *arguments],
            cwd=repository, check=True)
    run = Run(repository, workflow, project, command)
    for each in run.annotations:
        if "file" in each:
            text = (repository / each["file"]).read_text().split("\n")
            assert 1 <= int(each["line"]) <= len(text), each
    assert not run.commands, run.commands
    return run


def edited(path, old, new):
    """A change that replaces text in a file of the repository."""
    def change(repository):
        text = (repository / path).read_text()
        assert old in text, (path, old)
        (repository / path).write_text(text.replace(old, new, 1))
    return change


def errors(run):
    return [each for each in run.annotations if each["kind"] == "error"]


def one_error(run, file, line, code, status):
    """The run has this error alone, where it stands in the repository."""
    found = errors(run)
    assert run.status == status, (run.status, run.log)
    assert len(found) == 1, (found, run.log)
    assert (found[0]["file"], found[0]["line"]) == (file, str(line)), found
    assert found[0]["title"].endswith(code), found
    return found[0]["message"]


def that_passes():
    run = push()
    assert run.status == 0, run.log
    assert not errors(run), run.annotations
    assert "1 scenario in 1 file: 1 passed" in run.log, run.log
    assert "ok " in run.log and "a day.trace.jsonl" in run.log, run.log
    assert "1 passed" in run.summary.read_text(), run.summary.read_text()
    page = run.artifacts["pushtrace-report"]
    assert "<html" in page and "A tag reaches the backend" in page


def that_fails():
    run = push(edited(TAGS, "IOS, gold", "IOS, silver"))
    message = one_error(run, TAGS, 15, "T206", 1)
    assert "silver" in message, message
    assert "1 failed" in run.summary.read_text()
    assert "silver" in run.artifacts["pushtrace-report"], "the page is there of a run that fails"


def with_a_misspelled_key():
    run = push(edited(TAGS, "run_until", "run_untill"))
    assert "did you mean 'run_until'?" in one_error(run, TAGS, 12, "S101", 2)


def without_specs():
    run = push(lambda repository: shutil.rmtree(repository / SPECS))
    assert run.status == 2, run.log
    assert SPECS in run.log + str(run.annotations), (run.log, run.annotations)


def with_a_drift():
    run = push(edited(DAY, '"reason":"first"', '"reason":"changed"'))
    one_error(run, DAY, 4, "T401", 1)
    assert "DRIFT" in run.log


def with_a_damaged_trace():
    run = push(edited(DAY, '"event":"attribute_set"', '"event":"atribute_set"'))
    one_error(run, DAY, 20, "T414", 2)


def with_strange_names():
    spec, trace = f"{SPECS}/50%, a:b.spec.yaml", f"{TRACES}/50%, a:b.trace.jsonl"

    def change(repository):
        edited(TAGS, "IOS, gold", "IOS, silver")(repository)
        edited(TAGS, "A tag reaches", "'::error file=x::a tag reaches")(repository)
        edited(TAGS, "within a minute", "within a minute'")(repository)
        edited(DAY, '"hash":"', '"hash":"0')(repository)
        (repository / TAGS).rename(repository / spec)
        (repository / DAY).rename(repository / trace)
    run = push(change)
    assert sorted(each["file"] for each in run.annotations) == [spec, trace], run.annotations


def without_a_page():
    run = push(workflow=workflow + "          artifact: ''\n")
    assert run.status == 0 and not run.artifacts


def with_options():
    options = "          options: |\n            --id\n            NOWHERE\n"
    run = push(workflow=workflow + options)
    assert run.status == 2 and "NOWHERE" in run.log + str(run.annotations), (run.status, run.log)


CASES = (
    that_passes, that_fails, with_a_misspelled_key, without_specs, with_a_drift,
    with_a_damaged_trace, with_strange_names, without_a_page, with_options)

with tempfile.TemporaryDirectory() as base:
    for case in CASES:
        case()
        print(f"action: a push {case.__name__.replace('_', ' ')}")

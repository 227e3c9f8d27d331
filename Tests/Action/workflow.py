"""Runs a workflow of GitHub as its runner does, as far as the action of this project needs it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import yaml


class Run:
    """One run of a workflow's only job: its annotations, its artifacts, its summary, its log."""

    def __init__(self, repository, workflow, project, command):
        self.repository, self.project, self.command = repository, project, command
        self.temp = repository.parent / "temp"
        self.temp.mkdir()
        self.summary = self.temp / "summary.md"
        self.artifacts, self.log, self.annotations, self.commands = {}, "", [], []
        self.status = 0
        steps = yaml.safe_load(workflow)["jobs"]["specs"]["steps"]
        for step in steps:
            self._step(step, repository, {})

    def _step(self, step, folder, inputs):
        expand = lambda text: self._expand(str(text), inputs)
        if not self._is_due(step.get("if"), inputs):
            return
        values = {name: expand(text) for name, text in step.get("with", {}).items()}
        uses = step.get("uses", "")
        if uses.startswith("actions/checkout@"):
            if "path" in values:
                self._check_out(self.repository / values["path"])
        elif uses.startswith("actions/upload-artifact@"):
            self._upload(values)
        elif uses.startswith("./"):
            self._action(self.repository / uses, values)
        elif uses:
            raise ValueError(f"nothing here can run '{uses}'")
        elif "swift build" in step["run"]:
            # The command is the built one: building it again would take minutes.
            place = self.repository / ".pushtrace/.build/release/pushtrace"
            place.parent.mkdir(parents=True)
            place.symlink_to(self.command)
        else:
            self._shell(step, folder, inputs)

    def _check_out(self, place):
        files = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", ".github"],
            cwd=self.project, check=True, capture_output=True).stdout
        for name in files.decode().split("\0"):
            if name:
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(self.project / name, place / name)

    def _action(self, folder, given):
        action = yaml.safe_load((folder / "action.yml").read_text())
        unknown = set(given) - set(action["inputs"])
        assert not unknown, f"the action has no inputs {unknown}"
        inputs = {
            name: given.get(name, str(about.get("default", "")))
            for name, about in action["inputs"].items()
        }
        assert action["runs"]["using"] == "composite"
        for step in action["runs"]["steps"]:
            self._step(step, folder, inputs)

    def _shell(self, step, folder, inputs):
        assert step["shell"] == "bash", "a composite action names its shell"
        environment = dict(
            os.environ, GITHUB_ACTION_PATH=str(folder), GITHUB_STEP_SUMMARY=str(self.summary),
            RUNNER_TEMP=str(self.temp),
            **{name: self._expand(text, inputs) for name, text in step.get("env", {}).items()})
        run = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
            cwd=self.repository, env=environment, capture_output=True, text=True)
        self._read(run.stdout)
        self.log += run.stderr
        self.status = self.status or run.returncode

    def _is_due(self, condition, inputs):
        if condition is None:
            return self.status == 0
        parts = [part.strip() for part in condition.split("&&")]
        always = parts[0] == "always()"
        for part in parts[1 if always else 0:]:
            name = re.fullmatch(r"inputs\.(\w+) != ''", part)
            assert name, f"nothing here can judge '{part}'"
            if inputs[name[1]] == "":
                return False
        return always or self.status == 0

    def _expand(self, text, inputs):
        def value(match):
            name = match[1].strip()
            if name == "runner.temp":
                return str(self.temp)
            assert name.startswith("inputs."), f"nothing here knows '{name}'"
            return inputs[name.removeprefix("inputs.")]
        return re.sub(r"\$\{\{(.*?)\}\}", value, text)

    def _upload(self, values):
        place = Path(values["path"])
        if place.exists():
            self.artifacts[values["name"]] = place.read_text()
        else:
            assert values["if-no-files-found"] == "ignore"

    def _read(self, output):
        """Reads the commands of a step from its output, as the runner's documentation has them."""
        stopped = None
        for line in output.split("\n"):
            match = re.fullmatch(r"::([\w-]+)( [^:]*)?::(.*)", line)
            if stopped:
                if line == f"::{stopped}::":
                    stopped = None
                else:
                    self.log += line + "\n"
            elif match and match[1] == "stop-commands":
                stopped = match[3]
            elif match and match[1] in ("error", "warning", "notice"):
                properties = dict(
                    part.split("=", 1) for part in (match[2] or "").strip().split(",") if part)
                self.annotations.append({
                    "kind": match[1], "message": unescaped(match[3]),
                    **{name: unescaped(text) for name, text in properties.items()}})
            elif match:
                self.commands.append(line)
            else:
                self.log += line + "\n"
        assert stopped is None, "the commands stay stopped"


def unescaped(text):
    for code, character in (("0D", "\r"), ("0A", "\n"), ("3A", ":"), ("2C", ","), ("25", "%")):
        text = text.replace("%" + code, character)
    return text

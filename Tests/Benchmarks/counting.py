"""Counts what a command costs, in figures that do not depend on what else the machine does."""

import os
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).parent


class Counter:
    """Counts instructions by Valgrind and allocations by a library that is loaded before others.

    Its `folder` takes what is compiled. `missing` says what can not be counted here, and why.
    """

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.missing = []
        compiler = shutil.which("cc") or shutil.which("clang")
        self.counts_allocations = compiler is not None and os.uname().sysname == "Linux"
        self._strip = shutil.which("strip") or shutil.which("llvm-strip")
        self._stripped = {}
        self.counts_instructions = (
            self.counts_allocations and shutil.which("valgrind") is not None
            and self._strip is not None)
        if not self.counts_allocations:
            self.missing.append("nothing is counted: that takes Linux with glibc and a C compiler")
            return
        for name in ("allocations", "sigsuspend"):
            subprocess.run(
                [compiler, "-O2", "-shared", "-fPIC", "-o", self._library(name),
                 HERE / f"{name}.c"], check=True)
        if not self.counts_instructions:
            self.missing.append("instructions are not counted: apt-get install valgrind binutils")

    def _library(self, name):
        return self.folder / f"{name}.so"

    def allocations(self, command):
        """How many blocks `command` asks for."""
        path = self.folder / "allocations.txt"
        self._run(command, LD_PRELOAD=self._library("allocations"), ALLOCATIONS_FILE=path)
        return int(path.read_text().split()[0])

    def instructions(self, command):
        """How many instructions `command` executes."""
        valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no",
                    "--cachegrind-out-file=/dev/null"]
        program, *arguments = command
        run = self._run(
            valgrind + [self._without_debug_information(program)] + arguments,
            LD_PRELOAD=self._library("sigsuspend"))
        return int(re.search(r"I +refs: +([\d,]+)", run.stderr)[1].replace(",", ""))

    def _without_debug_information(self, program):
        """A copy of `program` with the same code."""
        # Valgrind reads what debuggers need although it is not asked for lines, and up to 3.19 it
        # gives up at the DWARF of some Swift releases.
        if program not in self._stripped:
            copy = self.folder / f"{len(self._stripped)}" / pathlib.Path(program).name
            copy.parent.mkdir()
            subprocess.run([self._strip, "--strip-debug", "-o", copy, program], check=True)
            self._stripped[program] = copy
        return self._stripped[program]

    @staticmethod
    def _run(command, **environment):
        # Hash seeds are drawn anew in each process, and with them the lengths of chains.
        environment = {name: str(value) for name, value in environment.items()}
        return run(
            command, output=subprocess.DEVNULL, SWIFT_DETERMINISTIC_HASHING="1", **environment)


def run(command, output=subprocess.PIPE, **environment):
    """Runs `command` to its end; ends this program where that fails."""
    done = subprocess.run(
        [str(part) for part in command], env={**os.environ, **environment}, check=False,
        stdout=output, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    if done.returncode != 0:
        raise SystemExit(
            f"{' '.join(map(str, command))} exits with {done.returncode}:\n"
            f"{(done.stdout or '')[-2000:]}{done.stderr[-2000:]}")
    return done


def peak_memory(command):
    """The most memory that `command` has at any time, in KiB."""
    with open(os.devnull, "wb") as null:
        # A new process starts with the memory mark of the one that started it, so this has to be
        # a small one.
        child = subprocess.Popen([str(part) for part in command], stdout=null)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(map(str, command))} fails")
    return usage.ru_maxrss

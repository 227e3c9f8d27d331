"""Builds one command, and its tests, that have every seeded fault behind a switch."""

import os
import subprocess
from pathlib import Path

from seeded_faults import changed_files

SWITCH = "PUSHTRACE_SEEDED_FAULT"

# Read once; every module that has a fault has a copy of this file.
SWITCH_SOURCE = f"""\
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The number of the fault that is switched on; 0 for none.
@usableFromInline let seededFault: Int32 = getenv("{SWITCH}").map {{ atoi($0) }} ?? 0
"""

COPIED = (
    "Sources", "Tests", "Specs", "Traces", "README.md", ".swift-format", ".ci",
    ".github", ".githooks",
)


class FaultyBuild:
    """A copy of the package with all faults in its sources."""

    def __init__(self, root, folder, configuration):
        self.root = root
        self.folder = folder
        self.configuration = configuration

    @property
    def command(self):
        return self.folder / ".build" / self.configuration / "pushtrace"

    @property
    def tests(self):
        return self.folder / ".build" / "debug" / "pushtracePackageTests.xctest"

    def write_sources(self, faults):
        """Copies the package; what stays the same keeps its time, so that builds are short."""
        changed = changed_files(faults, self.root)
        modules = {Path(file).parts[1] for file in changed}
        written = {f"Sources/{module}/SeededFault.swift" for module in modules}
        for module in modules:
            self.write(f"Sources/{module}/SeededFault.swift", SWITCH_SOURCE.encode())
        for name in COPIED:
            source = self.root / name
            files = source.rglob("*") if source.is_dir() else [source]
            for path in files:
                file = path.relative_to(self.root).as_posix()
                if not path.is_file() or "__pycache__" in path.parts:
                    continue
                written.add(file)
                text = changed.get(file)
                content = path.read_bytes() if text is None else text.encode()
                self.write(file, content, path.stat().st_mode)
        self.write("Package.swift", self.manifest().encode())
        for name in COPIED:
            for path in (self.folder / name).rglob("*"):
                if path.is_file() and path.relative_to(self.folder).as_posix() not in written:
                    path.unlink()

    def manifest(self):
        """The package's own, which takes warnings: code behind a switch may look unused."""
        text = (self.root / "Package.swift").read_text(encoding="utf-8")
        strict = "  .treatAllWarnings(as: .error),\n"
        if strict not in text:
            raise SystemExit("mutants: Package.swift does not have the line " + strict.strip())
        return text.replace(strict, "")

    def write(self, file, content, mode=0o644):
        path = self.folder / file
        if path.is_file() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(mode)

    def build(self, with_tests):
        """Builds; a fault that does not compile shows its id in the compiler's message."""
        options = ["-c", self.configuration, "--product", "pushtrace"]
        self.swift(["build", *options])
        if with_tests:
            self.swift(["build", "--build-tests"])

    def swift(self, arguments):
        done = subprocess.run(
            ["swift", *arguments, "--package-path", str(self.folder), "-j", str(os.cpu_count())],
            capture_output=True, text=True)
        if done.returncode:
            errors = [line for line in done.stdout.splitlines() if "error:" in line or "/*" in line]
            text = "\n".join(errors) or done.stdout
            raise SystemExit("mutants: a fault does not compile\n" + text)

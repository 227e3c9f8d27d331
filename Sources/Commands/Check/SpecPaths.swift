import Diagnostics
import YAML

/// The spec files that a command line means.
struct SpecPaths {
  /// A file, and the line that selects one of its scenarios.
  struct Selected: Equatable {
    var path: String
    var line: Int?
  }

  var files: [Selected] = []
  var findings: [Diagnostic] = []

  /// Resolves paths: a folder stands for the `*.spec.yaml` below it, `FILE:LINE` for the scenario
  /// around that line, and a file for itself whatever it is called.
  init(_ arguments: [String]) {
    for argument in arguments.isEmpty ? ["Specs"] : arguments {
      if FileTree.isFolder(argument) == true {
        let (found, unreadable) = FileTree.files(below: argument, suffix: ".spec.yaml")
        add(found.map { Selected(path: $0) })
        findings += unreadable.map { .unreadable($0.path, .system($0.reason)) }
        findings += SpecPaths.misnamed(below: argument).map { path in
          Diagnostic(
            .misnamedSpec, severity: .warning, "'\(path)' has scenarios and is not run",
            notes: [
              "help: a folder stands for its *.spec.yaml; rename the file, or name it by itself"
            ])
        }
      } else if FileTree.isFolder(argument) == false || argument == "-" {
        add([Selected(path: argument)])
      } else if let selected = SpecPaths.withLine(argument) {
        add([selected])
      } else {
        let help = "help: name a spec, a folder of *.spec.yaml, or FILE:LINE"
        findings.append(
          Diagnostic(
            .noFile, "there is no file or folder '\(argument)' that can be read",
            notes: [help] + Diagnostic.notes(onName: argument)))
      }
    }
  }

  /// A file that is named twice runs once.
  private mutating func add(_ found: [Selected]) {
    for file in found where !files.contains(file) { files.append(file) }
  }

  /// The files below a folder that are specs by their content and not by their name.
  private static func misnamed(below folder: String) -> [String] {
    FileTree.files(below: folder, suffix: ".yaml", ".yml").found.filter { path in
      guard !path.hasSuffix(".spec.yaml"), !path.hasSuffix(".rules.yaml"),
        let bytes = try? FileBytes.contents(of: path, limit: maximumYAMLSize)
      else { return false }
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        .contains { $0.hasPrefix("scenarios:") }
    }
  }

  private static func withLine(_ argument: String) -> Selected? {
    guard let colon = argument.lastIndex(of: ":"),
      let line = Int(argument[argument.index(after: colon)...])
    else { return nil }
    let path = String(argument[..<colon])
    return FileTree.isFolder(path) == false ? Selected(path: path, line: line) : nil
  }
}

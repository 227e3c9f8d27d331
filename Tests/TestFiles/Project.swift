import Foundation

/// Where this project and its built command are.
package enum Project {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The command that was built together with these tests, next to the test bundle.
  package static let command = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "pushtrace")

  /// The content of a file of the project.
  package static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: root.path + path)), as: UTF8.self)
  }

  /// The lines of a file, by its whole path or by the one from the project's folder.
  package static func lines(of path: String) throws -> [String] {
    try String(contentsOf: URL(filePath: path, relativeTo: root), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// A trace of each kind: of each SDK, of one device and of a world, with timers and without.
  /// `.ci/sweeps` holds all traces of the project against the same claims.
  package static let oneTraceOfEachKind = [
    "Traces/mobilepush/login.trace.jsonl", "Traces/mobilepush/two-orphans-and-the-bill.trace.jsonl",
    "Traces/mobile_engage/logout-offline.trace.jsonl",
  ]

  /// The folders of the traces that the machines record; those of the gallery are of faulty ones.
  package static let traceFolders = ["Traces/mobile_engage", "Traces/mobilepush"]

  /// The files of a folder of the project, at any depth.
  package static func files(below folder: String, suffix: String) -> [String] {
    let base = root.appending(path: folder).path
    let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }
}

import Foundation

/// A file without a name, which is gone with its last reference.
package final class TemporaryFile {
  package let handle: FileHandle

  package var descriptor: Int32 { handle.fileDescriptor }

  /// Makes a file that holds `text` and is read from its start.
  package init(_ text: String = "") throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    handle = try FileHandle(forUpdating: url)
  }

  package func contents() throws -> String {
    try handle.seek(toOffset: 0)
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }
}

/// A folder that is removed when its last reference goes.
package final class TemporaryFolder {
  package let url: URL

  /// Makes the folder; if that fails, so does the first file that a test writes.
  package init() {
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of something below the folder.
  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// The names of all that is in the folder or in one below it, hidden files too.
  package func names(in folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }

  /// The content of a file below the folder.
  package func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }

  /// Writes a file below the folder and returns its path.
  @discardableResult package func write(_ text: String, to name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Writes the lines of a trace and returns its path.
  @discardableResult
  package func write(_ lines: some Sequence<some StringProtocol>, _ name: String) throws -> String {
    try write(lines.joined(separator: "\n") + "\n", to: "\(name).trace.jsonl")
  }

  /// Writes two rules about registrations, of which runs keep RATE and break ONCE, and returns the
  /// path.
  package func writeRates(to name: String) throws -> String {
    try writeRules(
      "{ id: RATE, at_most: 1, of: send_registration, in_any: 60s }",
      "{ id: ONCE, at_most: 1, of: send_registration, in_any: 1d }", to: name)
  }

  /// Writes rules of MobilePush, and returns the path.
  package func writeRules(_ rules: String..., to name: String = "own.rules.yaml") throws -> String {
    let lines = ["format: 1", "sdk: mobilepush", "always:"] + rules.map { "  - \($0)" }
    return try write(lines.joined(separator: "\n"), to: name)
  }

  /// Writes a spec of MobilePush that may observe one effect, and returns the path; behind the
  /// scenarios other keys of the file may follow.
  @discardableResult
  package func writeSpec(
    _ scenarios: String, observing effect: String? = nil, to name: String
  ) throws -> String {
    let observed = effect.map { "observe: [\($0)]\n" } ?? ""
    return try write("format: 1\nsdk: mobilepush\n\(observed)scenarios:\n" + scenarios, to: name)
  }

  /// Lets paths of the folder lead to those of the project.
  package func link(_ paths: [String]) throws {
    for path in paths {
      try FileManager.default.createSymbolicLink(
        at: url.appending(path: path), withDestinationURL: Project.root.appending(path: path))
    }
  }
}

import Foundation
import Testing

/// The project's Swift files, read from where this test was compiled.
enum SourceTree {
  /// One Swift file.
  struct File: CustomTestStringConvertible, Sendable {
    let path: String
    let module: String
    let lines: [String]

    var testDescription: String { path }

    /// The modules that the file imports.
    var imports: [String] {
      lines.compactMap { line in
        let words = line.split(separator: " ").filter { !$0.hasPrefix("@") && $0 != "internal" }
        return words.first == "import" ? words.last.map(String.init) : nil
      }
    }
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file of the project; empty where it is missing.
  static func text(_ path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  static let sources = files(in: "Sources")
  static let tests = files(in: "Tests")

  private static func files(in folder: String) -> [File] {
    let base = root.appending(path: folder).path
    let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
      guard let text = try? String(contentsOfFile: "\(base)/\(name)", encoding: .utf8) else {
        return nil
      }
      let module = name.split(separator: "/").first.map(String.init) ?? ""
      return File(
        path: "\(folder)/\(name)", module: module, lines: text.components(separatedBy: "\n"))
    }
  }
}

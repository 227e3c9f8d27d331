import Foundation
import TestFiles
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

  /// The text of a file of the project; empty where it is missing.
  static func text(_ path: String) -> String {
    (try? Project.text("/\(path)")) ?? ""
  }

  static let sources = files(in: "Sources")
  static let tests = files(in: "Tests")

  private static func files(in folder: String) -> [File] {
    Project.files(below: folder, suffix: ".swift").map { path in
      File(
        path: path, module: String(path.split(separator: "/")[1]),
        lines: text(path).components(separatedBy: "\n"))
    }
  }
}

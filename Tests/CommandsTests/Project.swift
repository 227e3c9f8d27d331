import Foundation

/// Where this project and its built command are.
enum Project {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The command that was built together with these tests, next to the test bundle.
  static let command = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "pushtrace")

  /// The content of a file of the project.
  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: root.path + path)), as: UTF8.self)
  }

  /// The lines of a file, by its whole path or by the one from the project's folder.
  static func lines(of path: String) throws -> [String] {
    try String(contentsOf: URL(filePath: path, relativeTo: root), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }
}

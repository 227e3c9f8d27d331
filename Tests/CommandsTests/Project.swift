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
}

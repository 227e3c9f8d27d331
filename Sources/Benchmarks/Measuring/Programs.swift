import Foundation

/// The programs of a run of benchmarks and the folder of its sources.
enum Programs {
  /// This program.
  static var own: String { file.path }

  private static var file: URL {
    #if os(Linux)
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    #endif
  }

  /// The command that users run, built beside this program.
  static var pushtrace: String {
    file.deletingLastPathComponent().appending(path: "pushtrace").path
  }

  /// The scripts of peers, in the package that this file belongs to.
  static var scripts: String { "\(project)/Tests/Benchmarks" }

  /// The folder of the package.
  static var project: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
  }
}

/// A path for a file that is removed when the benchmark is through.
func temporaryPath(_ name: String) -> String {
  FileManager.default.temporaryDirectory
    .appending(path: "pushtrace-\(ProcessInfo.processInfo.processIdentifier)-\(name)").path
}

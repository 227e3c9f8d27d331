import Diagnostics

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the command writes: findings to standard output, progress beside it.
enum Console {
  /// Whether standard output takes colours: a terminal, and `NO_COLOR` is not set.
  static let isColoured =
    POSIX.isTerminal(1)
    && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty

  static func write(_ text: String) { POSIX.write(Array(text.utf8), to: 1) }
  static func write(_ bytes: [UInt8]) { POSIX.write(bytes, to: 1) }
  static func writeError(_ text: String) { POSIX.write(Array(text.utf8), to: 2) }
}

extension Console {
  static var style: TextStyle { isColoured ? .ansi : .plain }

  /// Shows a finding on standard output, with an excerpt where its file is given.
  static func show(_ diagnostic: Diagnostic, sources: [SourceText] = []) {
    write(DiagnosticRenderer(sources: sources, style: style).text(diagnostic) + "\n")
  }

  /// Shows a finding on standard error, beside output that is something else.
  static func showError(_ diagnostic: Diagnostic, sources: [SourceText] = []) {
    writeError(DiagnosticRenderer(sources: sources).text(diagnostic) + "\n")
  }
}

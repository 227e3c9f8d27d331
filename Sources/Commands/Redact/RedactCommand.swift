import ArgumentParser
import Diagnostics
import JSON
import Replay
import Reports

/// Puts pseudonyms in the place of the personal values of a trace.
struct RedactCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "redact",
    abstract: "Replace personal values by pseudonyms, proven to change nothing else.",
    discussion: """
      Equal values have equal pseudonyms, and numbers stay numbers. With the same key file two \
      traces have the same pseudonyms; without one a random key is drawn and forgotten. The trace \
      and its redacted form are replayed side by side; where they differ by more than names, or a \
      personal value would be left, nothing is written. Exit codes: 0 written, 1 refused, 2 the \
      trace cannot be read.
      """)

  @Argument(help: "A trace.")
  var trace: String

  @Option(help: "A file whose bytes are the secret key: 16 or more, as 'head -c 32 /dev/urandom'.")
  var key: String?

  @Option(name: .customLong("output"), help: "Where the trace goes; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  func judge(in context: CommandContext) throws -> Verdict {
    let file = TraceFile(trace)
    do {
      let key = try readKey()
      let system = try file.system(among: context.systems)
      if let target {
        let draft = try FileDraft(target)
        let result = try system.redact(file, key) { try draft.write($0) }
        try draft.finish()
        report(result, nil, in: context)
      } else if output.format == .json {
        var bytes: [UInt8] = []
        let result = try system.redact(file, key) { bytes += $0 }
        report(result, bytes, in: context)
      } else {
        let result = try system.redact(file, key) { try context.output.stream($0) }
        report(result, nil, in: context)
      }
      return .clean
    } catch let finding as Diagnostic {
      let isRefusal =
        finding.code == .redactionChangesBehaviour || finding.code == .personalValueLeft
      throw Stop([finding], isRefusal ? .finding : .invalid)
    } catch is Output.Ended {
      return .clean
    }
  }

  private func readKey() throws -> RedactionKey {
    guard let key else {
      var random = SystemRandomNumberGenerator()
      let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      guard let key = RedactionKey(secret: bytes) else { throw Stop(.invalid, "no key was drawn") }
      return key
    }
    let bytes: [UInt8]
    do throws(ReadFailure) {
      bytes = try FileBytes.contents(of: key, limit: 1 << 20)
    } catch {
      throw Diagnostic.unreadable(key, error)
    }
    guard let found = RedactionKey(secret: bytes) else {
      throw Stop(
        .invalid,
        "\(key) has \(counted(bytes.count, "byte")), and a key has at least "
          + "\(RedactionKey.leastBytes): head -c 32 /dev/urandom > \(key)")
    }
    return found
  }

  private func report(
    _ result: Redaction, _ bytes: [UInt8]?, in context: CommandContext
  ) {
    switch output.format {
    case .json:
      context.output.write(
        document(.clean, findings: result.warnings) { document in
          document.member("file", trace)
          document.member("values", Int64(result.values))
          document.object("records") { object in
            object.member("read", Int64(result.records))
            object.member("changed", Int64(result.changed))
          }
          document.member("notes", Int64(result.notes))
          if let target { document.member("output", target) }
          if let bytes { document.member("trace", String(decoding: bytes, as: UTF8.self)) }
        })
    case .text:
      let notes = result.notes == 0 ? "" : ", the text of \(counted(result.notes, "note")) left out"
      let summary =
        "\(visible(trace)): \(counted(result.values, "personal value")) replaced in "
        + "\(result.changed) of \(counted(result.records, "record"))\(notes); "
        + "the replay is the same\n"
      for warning in result.warnings {
        if target == nil { context.showError(warning) } else { context.show(warning) }
      }
      if target == nil { context.errors.write(summary) } else { context.output.write(summary) }
    }
  }
}

import ArgumentParser
import Diagnostics
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

  @Argument(help: "A trace.", completion: .traces)
  var trace: String

  @Option(help: "A file whose bytes are the secret key: 16 or more, as 'head -c 32 /dev/urandom'.")
  var key: String?

  @Option(name: .customLong("output"), help: "The file for the trace; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [DocumentReport<Redaction>.self]

  func judge(in context: CommandContext) throws -> Verdict {
    let file = TraceFile(trace)
    do {
      let key = try readKey()
      let system = try file.system(among: context.systems)
      return try makeDocument(of: trace, in: context) {
        try redact(file.input, as: system.machine, key: key, into: $0)
      }
    } catch let finding as Diagnostic
      where finding.code == .redactionChangesBehaviour || finding.code == .personalValueLeft
    {
      throw Stop([finding], .finding)
    }
  }

  private func readKey() throws -> RedactionKey {
    guard let key else {
      var generator = SystemRandomNumberGenerator()
      return .random(using: &generator)
    }
    let bytes = try FileBytes.contents(of: key, limit: 1 << 20)
    guard let found = RedactionKey(secret: bytes) else {
      throw Stop(
        .invalid,
        "\(key) has \(counted(bytes.count, "byte")), and a key has at least "
          + "\(RedactionKey.leastBytes): head -c 32 /dev/urandom > \(key)")
    }
    return found
  }
}

extension Redaction: DocumentContent {
  var findings: [Diagnostic] { warnings }

  package static let reported = ReportMembers<Redaction> { it in
    it("values", \.values, "The number of values replaced.")
    it.object("records", \.self) { records in
      records("read", \.records)
      records("changed", \.changed)
    }
    it("notes", \.notes, "The number of notes that have lost their text.")
  }

  func summary(of file: String, target: String?) -> String {
    let notes = notes == 0 ? "" : ", the text of \(counted(self.notes, "note")) left out"
    return "\(visible(file)): \(counted(values, "personal value")) replaced in "
      + "\(changed) of \(counted(records, "record"))\(notes); the replay is the same\n"
  }
}

import ArgumentParser
import Diagnostics
import Replay
import Simulation

/// Tells whether traces are as their recorder left them, and seals edited ones anew.
struct VerifyCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the integrity of traces; --seal numbers them anew.")

  @Argument(help: "Traces, or folders of *.trace.jsonl.")
  var traces: [String]

  @Flag(help: "Number the records of one trace and hash it anew; the result is written out.")
  var seal = false

  @Option(name: .customLong("output"), help: "Where --seal writes to; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if seal, traces.count != 1 { throw ValidationError("--seal takes one trace") }
    if target != nil, !seal { throw ValidationError("--output goes with --seal") }
  }

  mutating func judge() throws -> Verdict {
    let files = TraceFile.all(traces)
    guard !files.isEmpty else { throw Stop(.invalid, "nothing ran: no trace was found") }
    if seal, let file = files.first { return try resealed(file, as: try system(file)) }
    var verdict = Verdict.clean
    for file in files { verdict = max(verdict, try verified(file)) }
    return verdict
  }

  private func verified(_ file: TraceFile) throws -> Verdict {
    do {
      let integrity = try integrity(file, as: try file.system())
      let findings = integrity.diagnostics(file: file.path)
      Console.write(
        "\(integrity.isIntact ? "ok     " : "DAMAGE ")\(file.path): "
          + "\(integrity.records) records\n")
      for finding in findings { Console.show(finding) }
      return integrity.isIntact ? .clean : .finding
    } catch let finding as Diagnostic {
      Console.show(finding)
      return .invalid
    }
  }

  private func integrity<S: System>(
    _ file: TraceFile, as system: S.Type
  ) throws(Diagnostic) -> TraceIntegrity {
    try verify(file.input, as: system)
  }

  private func system(_ file: TraceFile) throws -> any System.Type {
    do {
      return try file.system()
    } catch let finding as Diagnostic {
      throw Stop([finding])
    }
  }

  private func resealed<S: System>(_ file: TraceFile, as system: S.Type) throws -> Verdict {
    var bytes: [UInt8] = []
    do throws(Diagnostic) {
      try Replay.seal(file.input, as: system) { (piece) throws(Diagnostic) in bytes += piece }
    } catch {
      throw Stop([error])
    }
    if let target { try FileTree.write(bytes, to: target) } else { Console.write(bytes) }
    return .clean
  }
}

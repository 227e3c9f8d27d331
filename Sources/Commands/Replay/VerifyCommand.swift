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
    var reports: [VerifyReport] = []
    for file in files {
      let report = try verified(file)
      if output.format == .text { report.show() }
      reports.append(report)
    }
    if output.format == .json { Console.write(VerifyReport.json(reports)) }
    return reports.map(\.verdict).max() ?? .clean
  }

  private func verified(_ file: TraceFile) throws -> VerifyReport {
    do {
      return VerifyReport(file: file.path, try integrity(file, as: try file.system()))
    } catch let finding as Diagnostic {
      return VerifyReport(file: file.path, refusal: finding)
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

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
    let reports = files.map { report($0) }
    switch output.format {
    case .text: for report in reports { Console.write(report.text(Console.style)) }
    case .json: Console.write(IntegrityReport.json(reports))
    }
    return reports.map(\.verdict).max() ?? .clean
  }

  private func report(_ file: TraceFile) -> IntegrityReport {
    do throws(Diagnostic) {
      return IntegrityReport(file.path, try integrity(file, as: try file.system()))
    } catch {
      return IntegrityReport(file.path, refusal: error)
    }
  }

  private func integrity<S: System>(
    _ file: TraceFile, as system: S.Type
  ) throws(Diagnostic) -> TraceIntegrity {
    try verify(file.input, as: system)
  }

  private func system(_ file: TraceFile) throws(Stop) -> any System.Type {
    do throws(Diagnostic) {
      return try file.system()
    } catch {
      throw Stop([error])
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

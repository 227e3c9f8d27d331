import Diagnostics
import Reports
import Traces

/// Judges many devices and writes a line of JSON for each as soon as it is known, so that memory
/// holds as many of them as there are cores.
///
/// What is found decides no exit code: a batch job reads it from the lines, and takes an exit code
/// other than 0 for work to be done again.
struct VerdictRun<Judgement: TraceJudgement> {
  let verb: String
  let context: CommandContext
  /// What the verb says about a trace; throws a `Stop` for what concerns all of them.
  let judge: @Sendable (TraceFile, RegisteredSystem) throws -> Judgement

  /// Judges the traces at `paths`, or without any the devices of standard input.
  func run(_ paths: [String]) async throws -> Verdict {
    if paths.isEmpty { try await judgeStream() } else { try await judge(paths) }
    return .clean
  }

  private func judge(_ paths: [String]) async throws {
    let files = TraceFile.paths(paths)
    guard !files.isEmpty else { throw Stop(.invalid, "nothing ran: no trace was found") }
    try await inOrder(files.count) { [line] index in
      Result { try line(TraceFile(files[index])) }
    } _: {
      try context.output.stream(Array(try $0.get().utf8))
    }
  }

  private func judgeStream() async throws {
    var devices = DeviceTraces(
      file: "-", limit: FileBytes.streamLimit, source: try TraceFile.opener(of: "-")())
    var failure: Diagnostic?
    try await inOrder {
      do throws(Diagnostic) {
        return try devices.next()
      } catch {
        // The devices before it get their verdicts first.
        failure = error
        return nil
      }
    } work: { [line] device in
      Result { try line(TraceFile(device)) }
    } take: {
      try context.output.stream(Array(try $0.get().utf8))
    }
    if let failure { throw failure }
  }

  /// Makes the line on a trace.
  private var line: @Sendable (TraceFile) throws -> String {
    { [verb, judge, systems = context.systems] file in
      VerdictLine(judgement: try Judgement.on(file, among: systems, judge)).document(of: verb)
    }
  }
}

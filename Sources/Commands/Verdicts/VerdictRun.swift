import Diagnostics
import Reports
import Traces

/// Judges many devices and writes a line of JSON for each as soon as it is known, so that memory
/// holds as many of them as there are cores.
///
/// What is found decides no exit code: a batch job reads it from the lines, and takes an exit code
/// other than 0 for work to be done again.
struct VerdictRun<Judgement: TraceJudgement> {
  let context: CommandContext
  /// What the verb says about a trace; throws a `Stop` for what concerns all of them.
  let judge: @Sendable (TraceFile, RegisteredSystem) throws -> Judgement

  /// Judges the traces at `paths`, or without any the devices of standard input.
  func run(_ paths: [String]) async throws -> Verdict {
    do {
      if paths.isEmpty { try await judgeStream() } else { try await judge(paths) }
    } catch is Output.Ended {
      // Why it ended is said with the exit code.
    }
    return .clean
  }

  private func judge(_ paths: [String]) async throws {
    let files = TraceFile.paths(paths)
    guard !files.isEmpty else { throw Stop(.invalid, "nothing ran: no trace was found") }
    try await inOrder(files.count) { [judge, systems = context.systems] index in
      Result { try VerdictRun.line(on: TraceFile(files[index]), systems, judge) }
    } _: {
      try context.output.stream(Array(try $0.get().utf8))
    }
  }

  private func judgeStream() async throws {
    var devices: DeviceTraces
    do {
      devices = DeviceTraces(
        file: "-", limit: FileBytes.streamLimit, source: try TraceFile.opener(of: "-")())
    } catch {
      throw Stop([error])
    }
    var failure: Diagnostic?
    try await inOrder {
      do throws(Diagnostic) {
        return try devices.next()
      } catch {
        // The devices before it get their verdicts first.
        failure = error
        return nil
      }
    } work: { [judge, systems = context.systems] device in
      Result { try VerdictRun.line(on: TraceFile(device), systems, judge) }
    } take: {
      try context.output.stream(Array(try $0.get().utf8))
    }
    if let failure { throw Stop([failure]) }
  }

  private static func line(
    on file: TraceFile, _ systems: [RegisteredSystem],
    _ judge: (TraceFile, RegisteredSystem) throws -> Judgement
  ) throws -> String {
    try Judgement.on(file, among: systems, judge).line
  }
}

import Diagnostics
import JSON
import Replay
import Reports

extension ReplayCommand {
  /// Writes a trace with a snapshot after every `interval` records.
  func addSnapshots(
    to file: TraceFile, _ interval: Int64, in context: CommandContext
  ) throws -> Verdict {
    do {
      let system = try file.system(among: context.systems)
      var bytes: [UInt8] = []
      let result: AddedSnapshots
      if let target {
        let draft = try FileDraft(target)
        result = try system.addSnapshots(to: file, every: interval) { try draft.write($0) }
        try draft.finish()
      } else if output.format == .json {
        result = try system.addSnapshots(to: file, every: interval) { bytes += $0 }
      } else {
        result = try system.addSnapshots(to: file, every: interval) {
          try context.output.stream($0)
        }
      }
      report(result, bytes, in: context)
      return .clean
    } catch let finding as Diagnostic {
      throw Stop([finding])
    } catch is Output.Ended {
      return .clean
    }
  }

  private func report(_ result: AddedSnapshots, _ bytes: [UInt8], in context: CommandContext) {
    switch output.format {
    case .json:
      context.output.write(
        document(.clean, findings: result.warnings) { document in
          document.member("file", traces[0])
          document.member("records", result.records)
          document.member("snapshots", Int64(result.added))
          document.member("removed", Int64(result.removed))
          if let target {
            document.member("output", target)
          } else {
            document.member("trace", String(decoding: bytes, as: UTF8.self))
          }
        })
    case .text:
      let removed = result.removed == 0 ? "" : ", \(result.removed) of before left out"
      let summary =
        "\(visible(traces[0])): \(counted(result.added, "snapshot")) in "
        + "\(counted(Int(result.records), "record"))\(removed)\n"
      for warning in result.warnings {
        if target == nil { context.showError(warning) } else { context.show(warning) }
      }
      if target == nil { context.errors.write(summary) } else { context.output.write(summary) }
    }
  }
}

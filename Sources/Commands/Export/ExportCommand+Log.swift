import Diagnostics
import JSON
import Replay
import Reports

extension ExportCommand {
  /// Writes the folder of a log, or a trace, as a trace.
  func writeTrace(_ file: TraceFile, in context: CommandContext) throws -> Verdict {
    do {
      if let target {
        let draft = try FileDraft(target)
        try ExportCommand.copy(file) { try draft.write($0) }
        try draft.finish()
        if output.format == .json {
          context.output.write(document(.clean) { $0.member("output", target) })
        }
      } else if output.format == .json {
        var bytes: [UInt8] = []
        try ExportCommand.copy(file) { bytes += $0 }
        let text = String(decoding: bytes, as: UTF8.self)
        context.output.write(document(.clean) { $0.member("document", text) })
      } else {
        try ExportCommand.copy(file) { try context.output.stream($0) }
      }
      return .clean
    } catch let finding as Diagnostic {
      throw Stop([finding])
    } catch is Output.Ended {
      return .clean
    }
  }

  private static func copy(_ file: TraceFile, to write: ([UInt8]) throws -> Void) throws {
    let source = try file.input.open()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try source($0) }
      if count == 0 { return }
      try write(Array(buffer[..<count]))
    }
  }

  /// Writes a trace as the folder of a log, which must not be there yet.
  func writeLog(_ file: TraceFile, in context: CommandContext) throws -> Verdict {
    guard let target else { throw Stop(.invalid, "--to log needs --output, the log's folder") }
    do {
      let records = try file.system(among: context.systems).makeLog(from: file, in: target)
      switch output.format {
      case .text:
        context.output.write(
          "\(visible(target)): a log with \(counted(Int(records), "record"))\n")
      case .json:
        context.output.write(
          document(.clean) { document in
            document.member("output", target)
            document.member("records", records)
          })
      }
      return .clean
    } catch let finding as Diagnostic {
      throw Stop([finding])
    }
  }
}

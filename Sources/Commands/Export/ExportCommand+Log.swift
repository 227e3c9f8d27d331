import Diagnostics
import Replay
import Reports

extension ExportCommand {
  /// Writes the folder of a log, or a trace, as a trace.
  func writeTrace(_ file: TraceFile, in context: CommandContext) throws -> Verdict {
    let ((), text) = try make(in: context) { write in
      let source = try file.input.open()
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = try buffer.withUnsafeMutableBytes { try source($0) }
        if count == 0 { return }
        try write(Array(buffer[..<count]))
      }
    }
    return write(CopiedTrace(target: target, text: text), in: context)
  }

  /// Writes a trace as the folder of a log, which must not be there yet.
  func writeLog(_ file: TraceFile, in context: CommandContext) throws -> Verdict {
    guard let target else { throw Stop(.invalid, "--to log needs --output, the log's folder") }
    let system = try file.system(among: context.systems)
    let records = try LogFolder.make(from: file, as: system.machine, in: target)
    return write(NewLog(target: target, records: records), in: context)
  }
}

/// A trace as it was, which speaks for itself.
struct CopiedTrace: PrintedReport {
  let target: String?
  let text: String?

  static let reported = ReportMembers<CopiedTrace> { it in
    it("output", \.target, "The file that was written.")
    it("document", \.text, "The trace, where no file is written.")
  }

  func text(_ style: TextStyle) -> String { "" }
}

/// The log that was made of a trace.
struct NewLog: PrintedReport {
  let target: String
  let records: Int64

  static let reported = ReportMembers<NewLog> { it in
    it("output", \.target, "The folder of the log.")
    it("records", \.records, "How many records it has.")
  }

  func text(_ style: TextStyle) -> String {
    "\(visible(target)): a log with \(counted(Int(records), "record"))\n"
  }
}

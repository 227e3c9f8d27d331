import ArgumentParser
import Diagnostics
import Exchange
import JSON
import Reports

/// Writes a trace in the form of other programs.
struct ExportCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a trace in another program's format.",
    discussion: """
      cloudevents: CloudEvents 1.0 in the JSON format, one a line. The first one has the header; \
      the number of a record is its id, the party its subject, its cause an extension. 'import \
      --from cloudevents' makes the same trace of them, byte for byte. What the format cannot say \
      is named. trace: the folder of a log, or a trace, as a trace; what a log was made of it has \
      byte for byte. log: a trace as the folder of a log, which --output names.
      """)

  @Argument(help: "A trace, or the folder of a log.", completion: .traces)
  var trace: String

  @Option(help: "cloudevents, trace or log.")
  var to: ExportFormat

  @Option(help: "The source of the CloudEvents, a URI reference; SDK and file without it.")
  var source: String?

  @Option(name: .customLong("output"), help: "Where it goes; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  func judge(in context: CommandContext) throws -> Verdict {
    let file = TraceFile(trace)
    switch to {
    case .cloudevents: break
    case .trace: return try writeTrace(file, in: context)
    case .log: return try writeLog(file, in: context)
    }
    do {
      let system = try file.system(among: context.systems)
      let source = source ?? ExportCommand.source(of: trace, system.name)
      if let target {
        let draft = try FileDraft(target)
        let result = try system.exportCloudEvents(file, source: source) { try draft.write($0) }
        try draft.finish()
        report(result, nil, in: context)
      } else if output.format == .json {
        var bytes: [UInt8] = []
        let result = try system.exportCloudEvents(file, source: source) { bytes += $0 }
        report(result, bytes, in: context)
      } else {
        let result = try system.exportCloudEvents(file, source: source) {
          try context.output.stream($0)
        }
        report(result, nil, in: context)
      }
      return .clean
    } catch let finding as Diagnostic {
      throw Stop([finding])
    } catch is Output.Ended {
      return .clean
    }
  }

  /// The system and the file's name, with what cannot stand in a URI as its bytes in hexadecimal.
  static func source(of path: String, _ system: String) -> String {
    let name = path.split(separator: "/").last ?? "-"
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    let encoded = name.utf8.map { byte in
      plain.contains(byte)
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "/pushtrace/\(system)/\(encoded.joined())"
  }

  private func report(_ result: ExportedTrace, _ bytes: [UInt8]?, in context: CommandContext) {
    switch output.format {
    case .json:
      context.output.write(
        document(.clean) { document in
          document.member("file", trace)
          document.member("events", result.events)
          document.list("lost") { list in result.lost.forEach { list.element($0) } }
          if let target { document.member("output", target) }
          if let bytes { document.member("document", String(decoding: bytes, as: UTF8.self)) }
        })
    case .text:
      let lost = result.lost.map { "\n  not in it: \($0)" }.joined()
      let summary =
        "\(visible(trace)): \(counted(Int(result.events), "CloudEvent"))\(lost)\n"
      if target == nil { context.errors.write(summary) } else { context.output.write(summary) }
    }
  }
}

/// The formats that are written.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case cloudevents, trace, log
}

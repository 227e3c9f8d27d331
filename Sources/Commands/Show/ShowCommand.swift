import ArgumentParser
import Diagnostics
import Reports
import Timeline

/// Shows what happened in a trace, as a timeline or in numbers.
struct ShowCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "The timeline of a trace.",
    discussion: """
      Each row is a record: ● an event, ○ an effect, · a timer or something internal, = a state,
      " a note, ▣ a snapshot, on the lane of its party. '← 12 +1m' names the record that led to it \
      and how long before. Nothing is folded: what is shown is what was recorded.
      """)

  @Argument(help: "A trace, or - for standard input.", completion: .traces)
  var trace: String

  @OptionGroup(title: "Filters") var selection: TimelineOptions

  @Flag(help: "Count records by party and name, with rates and gaps.")
  var stats = false

  @Option(help: "Write a page for a browser to this file: it needs nothing else, and no network.")
  var html: String?

  @Option(help: "How instants are written: relative to the start, or iso.")
  var time: TimeFormat = .relative

  @Option(help: "The columns to fit; those of the terminal, or 120 elsewhere.")
  var width: Int?

  @Flag(help: "Count unknown names instead of refusing them.")
  var lenient = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let width, width < 40 { throw ValidationError("--width takes 40 or more") }
    if html != nil, stats || selection.isActive {
      throw ValidationError("--html is of the whole trace; the page has filters of its own")
    }
  }

  func judge(in context: CommandContext) throws -> Verdict {
    let file = TraceFile(trace)
    do {
      let source = try file.system(among: context.systems).timeline
      let head = try source.head(of: file.input, lenient: lenient)
      let filter = try selection.filter(from: head.started, among: source.names)
      let view = TimelineView(
        file: file, source: source, head: head, filter: filter, lenient: lenient,
        times: time == .iso ? .iso : .relative(from: head.started))
      if let html { return try view.writePage(to: html, of: self, in: context) }
      let columns = width ?? context.output.terminalWidth ?? 120
      switch (output.format, stats) {
      case (.text, false): return try view.writeText(width: columns, in: context)
      case (.text, true): return try view.writeStatistics(in: context)
      case (.json, false): return try view.writeJSON(of: self, in: context)
      case (.json, true): return try view.writeStatisticsJSON(of: self, in: context)
      }
    } catch let finding as Diagnostic {
      throw Stop([finding])
    }
  }
}

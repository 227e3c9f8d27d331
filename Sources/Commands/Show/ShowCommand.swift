import ArgumentParser
import Diagnostics
import EventSourcing
import Replay
import Reports
import SpecFormat
import Timeline
import Traces

/// Shows what happened in a trace, as a timeline or in numbers.
struct ShowCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "The timeline of a trace.",
    discussion: """
      Each row is a record: ● an event, ○ an effect, · a timer or something internal, = a state,
      " a note, ▣ a snapshot, on the lane of its party. '← 12 +1m' names the record that led to it \
      and how long before. Nothing is folded: what is shown is what was recorded.

      The page of --html runs the machine itself: it goes to any moment, answers why and why not, \
      and shows what would have happened with changes. Without a trace it waits for one to be \
      dropped on it.
      """)

  @Argument(help: "A trace, or - for standard input.", completion: .traces)
  var trace: String?

  @OptionGroup(title: "Filters") var selection: TimelineOptions

  @Flag(help: "Count records by party and name, with rates and gaps.")
  var stats = false

  @Option(help: "Write a page for a browser to this file: it needs nothing else, and no network.")
  var html: String?

  @Option(
    help: """
      With --html: none for a small page that runs nothing, or a file that \
      Sources/PageEngine/WebAssembly/build made of these sources or for machines of your own.
      """)
  var engine: String?

  @Option(help: "The notation of instants: relative to the start, or iso.")
  var time: TimeFormat = .relative

  @Option(help: "The columns to fit; those of the terminal, or 120 elsewhere.")
  var width: Int?

  @Flag(help: .lenient)
  var lenient = false

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [
    TimelineReport.self, StatisticsReport.self, PageReport.self,
  ]

  func validate() throws {
    if let width, width < 40 { throw ValidationError("--width takes 40 or more") }
    if html != nil, stats || selection.isActive {
      throw ValidationError("--html is of the whole trace; the page has filters of its own")
    }
    if html == nil, engine != nil { throw ValidationError("--engine goes with --html") }
    if trace == nil, html == nil || engine == "none" {
      throw ValidationError("show takes a trace; a page with an engine alone needs none")
    }
  }

  func judge(in context: CommandContext) throws -> Verdict {
    let engine = try pageEngine(in: context)
    guard let trace else { return try writeEmptyPage(with: engine, in: context) }
    let file = TraceFile(trace)
    let system = try file.system(among: context.systems).erased
    let head = try system.walk(file.input, lenient: lenient).header
    let words = system.events + system.effects
    let filter = try selection.filter(from: head.started, among: words.map { $0.name })
    let view = TimelineView(
      file: file, system: system, head: head, filter: filter, lenient: lenient,
      times: time == .iso ? .iso : .relative(from: head.started))
    if let html {
      let sources = context.environment.sources
      let (report, end) = try view.writePage(to: html, with: engine, of: sources)
      _ = write(report, in: context)
      return output.format == .json ? report.verdict : view.show(end, in: context)
    }
    let columns = width ?? context.output.terminalSize?.columns ?? 120
    switch (output.format, stats) {
    case (.text, false): return try view.writeText(width: columns, in: context)
    case (.text, true): return try view.writeStatistics(in: context)
    case (.json, false): return write(try view.report(to: context.output), in: context)
    case (.json, true): return write(try view.statistics(), in: context)
    }
  }

  /// The engine of the page; empty for a page that runs nothing.
  private func pageEngine(in context: CommandContext) throws -> [UInt8] {
    switch engine {
    case _ where html == nil || lenient: return []
    case nil: return context.engine()
    case "none": return []
    case let path?: return try FileBytes.contents(of: path, limit: 1 << 26)
    }
  }

  /// Writes a page that waits for a trace.
  private func writeEmptyPage(with engine: [UInt8], in context: CommandContext) throws -> Verdict {
    guard let html else { throw ValidationError("show takes a trace") }
    if engine.isEmpty { throw Stop(.usage, "there is no engine here; --engine names one") }
    let page = EnginePage(engine: engine, sources: context.environment.sources)
    var report = PageReport(html: html)
    try report.write { try page.write(nil, $0) }
    return write(report, in: context)
  }
}

/// The options that select the records of a trace to show.
struct TimelineOptions: ParsableArguments {
  @Option(name: .customLong("party"), help: "Only records of this party; may be repeated.")
  var parties: [String] = []

  @Option(
    name: .customLong("name"), help: "Only events and effects of this name; may be repeated.")
  var names: [String] = []

  @Option(
    help:
      "The first record: its number, a time such as 1h30m (--from=-1h), or 2026-01-05T09:00:00Z.")
  var from: String?

  @Option(help: "The last record: its number or a time, as for --from.")
  var to: String?

  @Option(help: "Only the exchange of the requests with this number, up to their answers.")
  var request: Int64?

  @Option(
    name: .customLong("where"),
    help: "Only records with this FIELD=VALUE at any depth, as in body.push_Enabled=true.")
  var fields: [String] = []

  @Option(
    help: """
      Only records in which all words of a search are shown; name:TEXT is about the record's name, \
      FIELD:VALUE about a field, and quotes keep blanks together.
      """)
  var find: String?

  @Option(
    help: """
      Only the way of one thing, with the answers to what carried it: request=17, entry=3, \
      token=TEXT or contact=TEXT.
      """)
  var follow: String?

  /// Whether any of the options is given.
  var isActive: Bool {
    !parties.isEmpty || !names.isEmpty || from != nil || to != nil || request != nil
      || !fields.isEmpty || find != nil || follow != nil
  }

  /// The filter that the options describe for a trace that starts at `start`.
  func filter(from start: Instant, among known: [String]) throws -> TimelineFilter {
    var filter = TimelineFilter()
    filter.parties = parties
    let names = known + ["state", "note", "snapshot"]
    for name in self.names where !names.contains(name) {
      let near = didYouMean(name, among: names, after: "; ")
      throw Stop(.invalid, "there is no event or effect '\(name)'\(near)")
    }
    filter.names = self.names
    filter.from = try from.map { try bound($0, option: "from", start) }
    filter.to = try to.map { try bound($0, option: "to", start) }
    if let from, let to, filter.isEmptyRange {
      throw Stop(.usage, "nothing lies between --from \(from) and --to \(to); swap them")
    }
    filter.request = request
    filter.fields = try fields.map { text in
      guard let field = SoughtField(text, from: start) else {
        throw Stop(.usage, "--where takes FIELD=VALUE, not '\(text)'")
      }
      return field
    }
    filter.query = find.map { RecordQuery($0, from: start) }
    filter.followed = try follow.map { text in
      switch text.assignment {
      case (let name, let value)? where ["request", "entry"].contains(name):
        return SoughtField(path: name, text: value, start: start)
      case (let name, let value)? where ["token", "contact"].contains(name):
        // Both have other names in every record.
        return SoughtField(path: nil, text: value, start: start)
      default:
        throw Stop(
          .usage,
          "--follow takes request=, entry=, token= or contact= with a value, not '\(text)'")
      }
    }
    return filter
  }

  private func bound(
    _ text: String, option: String, _ start: Instant
  ) throws -> TimelineFilter.Bound {
    if let seq = Int64(text) { return .seq(seq) }
    if let time = TimeReference(text) { return .instant(time.resolved(from: start)) }
    throw Stop(
      .usage,
      "--\(option) takes a record's number, a time such as 1h30m or an instant such as "
        + "2026-01-05T09:00:00Z, not '\(text)'")
  }
}

extension SoughtField {
  /// Reads FIELD=VALUE, as `--where` takes it; `nil` for any other text.
  init?(_ text: String, from start: Instant) {
    guard let (path, value) = text.assignment else { return nil }
    self.init(path: path, text: value, start: start)
  }
}

import Diagnostics
import EventSourcing
import JSON
import Properties
import Reports

/// What `simulate` has to say about all systems that it has searched.
struct SimulateReport {
  let head: String
  private let seed: UInt64
  private let options: String
  private let kept: KeptRuns
  private let style: TextStyle
  private(set) var results: [SearchResult] = []

  /// So many runs find whatever is to be found: a claim that none of them puts to the test is a
  /// finding.
  static let enough: Int64 = 1_000

  init(seed: UInt64, options: String, kept: KeptRuns, style: TextStyle) {
    self.seed = seed
    self.options = options
    self.kept = kept
    self.style = style
    var head =
      "simulate \(visible(options))\n"
      + "repeat: \(CommandContext.calledAs) simulate \(visible(options))\n\n"
    if kept.count > 0 {
      head += "\(counted(kept.count, "kept counterexample")) run again: "
      head += kept.broken.isEmpty ? "every property holds\n\n" : "\n"
    }
    for finding in kept.broken {
      head += DiagnosticRenderer(sources: [], style: style).text(finding) + "\n\n"
    }
    self.head = head
  }

  mutating func add(
    _ search: SystemSearch, _ runner: SearchRunner, _ found: [KeptCounterexample]
  ) {
    results.append(
      SearchResult(
        search: search, counts: runner.counts, directed: runner.directed,
        exhaustive: runner.exhaustive, found: found, style: style))
  }

  var verdict: Verdict {
    max(results.map(\.verdict).max() ?? .invalid, kept.broken.isEmpty ? .clean : .finding)
  }

  /// The extent of the search.
  var done: String { counted(Int(results.reduce(0) { $0 + $1.counts.runs }), "run") }

  func write(to json: inout JSONOutput) {
    json.member("seed", "\(seed)")
    json.member("options", options)
    json.object("kept") { object in
      object.member("runs", Int64(kept.count))
      object.list("broken") { list in
        for finding in kept.broken { list.object { $0.members(of: finding) } }
      }
    }
    json.list("systems") { list in
      for result in results { list.object { result.write(to: &$0) } }
    }
  }
}

/// What a search of one system has counted and found.
struct SearchResult {
  let search: SystemSearch
  let counts: SearchCounts
  let directed: Int64
  let exhaustive: ExhaustivePart?
  let found: [KeptCounterexample]
  let style: TextStyle

  /// How many of the rarest transitions are shown; JSON has all.
  private static let shown = 12

  var verdict: Verdict {
    if !found.isEmpty || !unrepeated.isEmpty { return .finding }
    return counts.runs >= SimulateReport.enough && !untested.isEmpty ? .finding : .clean
  }

  /// The claims that no run put to the test.
  private var untested: [SearchedClaimText] {
    zip(search.claims, counts.met).filter { $1.times == 0 }.map(\.0)
  }

  /// What is broken on a way that no run repeats: `explore` alone shows it.
  private var unrepeated: [ExploredCounterexample] {
    exhaustive?.counterexamples.filter { $0.found == nil } ?? []
  }

  var text: String {
    var lines = [
      "\(search.sdk): \(counted(Int(counts.runs), "run")), \(directed) of them directed at what "
        + "is rare, \(counts.steps) steps, \(counts.records) records, "
        + "\(counts.time.milliseconds / TimeSpan.days(1).milliseconds) days"
    ]
    if let exhaustive {
      lines.append(
        "every interleaving of a small configuration up to \(counted(exhaustive.depth, "move")): "
          + "\(counted(exhaustive.figures.states, "state")), "
          + counted(exhaustive.figures.transitions, "transition"))
    }
    lines.append("")
    lines += ["Properties: in how many runs the condition arose, and how often"]
    var claims = TextTable([.left, .right, .right, .left])
    for (claim, met) in zip(search.claims, counts.met) {
      claims.add([visible(claim.id), "\(met.runs)", "\(met.times)", visible(claim.sentence)])
    }
    lines += claims.lines(indent: 2) + ["", "Events and effects"]
    lines += names(search.events, counts.events) + names(search.effects, counts.effects)
    lines += ["", "Faults"]
    var faults = TextTable([.left, .right, .left])
    for (kind, count) in zip(FaultKind.allCases, counts.faults) {
      faults.add([kind.rawValue, "\(count)", kind.summary])
    }
    lines += faults.lines(indent: 2)
    lines += ["", "Transitions: \(counts.transitions.count), the rarest are"]
    var rare = TextTable([.right, .left])
    for transition in counts.rarest.prefix(SearchResult.shown) {
      rare.add(["\(transition.count)", transition.text])
    }
    lines += rare.lines(indent: 2) + [""]
    for claim in untested {
      let what = claim.isSometimes ? "is never met" : "is never put to the test"
      lines.append("\(visible(claim.id)) \(what): \(visible(claim.sentence))")
    }
    var text = lines.map { $0 + "\n" }.joined()
    for kept in found { text += "\n" + kept.text(style) }
    for example in unrepeated { text += "\n" + example.text(savedIn: nil, style) }
    return text + "\n" + summary + "\n\n"
  }

  private var summary: String {
    let count = found.count + unrepeated.count
    if count > 0 {
      let broken = count == 1 ? "1 property" : "\(count) properties"
      return "\(search.sdk): \(broken) broken"
    }
    if untested.isEmpty { return "\(search.sdk): every property holds" }
    return "\(search.sdk): every property holds, \(untested.count) of them without a test"
  }

  private func names(_ names: [String], _ counts: [String: Int64]) -> [String] {
    var table = TextTable([.left, .right, .left, .right, .left, .right])
    var row: [String] = []
    for name in names {
      row += [name, "\(counts[name] ?? 0)"]
      if row.count == 6 {
        table.add(row)
        row = []
      }
    }
    if !row.isEmpty { table.add(row) }
    return table.lines(indent: 2)
  }

  func write(to json: inout JSONOutput) {
    json.member("sdk", search.sdk)
    json.member("verdict", verdict.name)
    json.member("runs", counts.runs)
    json.member("directed_runs", directed)
    if let exhaustive {
      json.object("exhaustive") { object in
        object.member("depth", Int64(exhaustive.depth))
        object.member("states", Int64(exhaustive.figures.states))
        object.member("transitions", Int64(exhaustive.figures.transitions))
      }
    }
    json.member("steps", counts.steps)
    json.member("records", counts.records)
    json.member("time", counts.time.milliseconds)
    json.list("properties") { list in
      for (claim, met) in zip(search.claims, counts.met) {
        list.object { object in
          object.member("id", claim.id)
          object.member("claim", claim.sentence)
          object.list("covers") { list in claim.covers.forEach { list.element($0) } }
          object.member("runs", met.runs)
          object.member("times", met.times)
        }
      }
    }
    json.object("events") { object in
      let events = counts.events
      for name in search.events { object.member(name, events[name] ?? 0) }
    }
    json.object("effects") { object in
      let effects = counts.effects
      for name in search.effects { object.member(name, effects[name] ?? 0) }
    }
    json.object("faults") { object in
      for (kind, count) in zip(FaultKind.allCases, counts.faults) {
        object.member(kind.rawValue, count)
      }
    }
    json.list("transitions") { list in
      for transition in counts.rarest {
        list.object { object in
          object.member("event", transition.event)
          object.list("effects") { list in transition.effects.forEach { list.element($0) } }
          object.member("count", transition.count)
        }
      }
    }
    json.list("untested") { list in untested.forEach { list.element($0.id) } }
    json.list("counterexamples") { list in
      for kept in found { list.object { kept.write(to: &$0) } }
      for example in unrepeated { list.object { example.write(to: &$0, savedIn: nil) } }
    }
  }
}

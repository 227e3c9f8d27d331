import Diagnostics
import EventSourcing
import Simulation
import Traces
import YAML
import YAMLText

extension ScenarioReader {
  /// Reads `trace: { file, compare, from, to }`, and once through the trace itself. A recording
  /// brings its own time zero, devices and, unless the spec says so, readings.
  func recording(
    _ node: YAMLNode, into given: inout Given, _ context: inout ReadingContext
  ) -> Recording? {
    let findings = context.findings
    guard let keys = Keys<TraceKey>(node, findings), let file = keys[.file],
      let name = file.plainText(findings)
    else { return nil }
    let compare = keys[.compare].flatMap { $0.requiredWord(of: CompareWord.self, findings) }
    guard let (found, open) = files.trace(name, beside: path) else {
      findings.add(
        .noTrace, "there is no trace '\(name)'", at: file.place,
        proposal: "looked for beside the spec and in the working directory")
      return nil
    }
    let from = keys[.from].flatMap { RecordedTrace.Bound($0, findings) }
    let to = keys[.to].flatMap { RecordedTrace.Bound($0, findings) }
    let trace = RecordedTrace(path: found, open: open, from: from, to: to, findings: findings)
    guard let contents = context.system.contents(trace) else { return nil }
    if contents.from == nil {
      findings.add(
        .noSteps, "the trace has no record in this range",
        at: (keys[.from] ?? keys[.to] ?? file).place,
        proposal: "it would pass without running anything")
    }
    let devices = contents.devices.isEmpty ? [soleParty] : contents.devices
    let written = given
    given.clock = contents.started
    given.profile = contents.profile
    given.isWorld = devices != [soleParty]
    given.devices = devices.map { DeviceSetup(name: $0) }
    given.history = []
    context.start = contents.started
    context.isWorld = given.isWorld
    context.devices = devices
    context.isSimulated = context.isSimulated || contents.hasBackends
    return Recording(
      file: PlacedText(text: name, place: file.place), path: found, open: open,
      isCompared: compare != CompareWord.none, from: from == nil ? nil : contents.from,
      to: to == nil ? nil : contents.to, replaced: written)
  }
}

/// A trace that a spec names, and the range of it that is judged.
struct RecordedTrace {
  let path: String
  let open: TraceOpener
  let from: Bound?
  let to: Bound?
  let findings: Findings

  /// What a recording holds, beside its records.
  struct Contents {
    var started: Instant
    var profile: String
    var devices: [String] = []
    var hasBackends = false
    /// The first and the last record of the range that is judged.
    var from: Int64?
    var to: Int64?
  }

  /// Reads the whole trace: a record that cannot be read is found here, before anything runs.
  func contents<S: System>(as system: S.Type) -> Contents? {
    do throws(Diagnostic) {
      var reader = try TraceReader<S.Machine>(recording: path, open, of: S.self)
      var contents = Contents(started: reader.header.started, profile: reader.header.profile)
      while let line = try reader.next() {
        guard try reader.record(line) != nil else { continue }
        if contents.devices.last != reader.party { contents.add(reader.party, S.backends) }
        guard from?.order(line, contents.started) ?? 0 >= 0,
          to?.order(line, contents.started) ?? 0 <= 0
        else { continue }
        contents.from = contents.from ?? line.seq
        contents.to = max(contents.to ?? line.seq, line.seq)
      }
      for warning in reader.ending.warnings(path) { findings.add(warning, as: .warning) }
      return contents
    } catch {
      findings.add(error)
      return nil
    }
  }
}

extension RecordedTrace.Contents {
  fileprivate mutating func add(_ party: String, _ backends: [String]) {
    if backends.contains(party) {
      hasBackends = true
    } else if !devices.contains(party) {
      devices.append(party)
    }
  }
}

extension RecordedTrace {
  /// One end of the range: a sequence number, or a time from the start of the recording.
  enum Bound {
    case number(Int64)
    case time(TimeSpan)

    init?(_ node: YAMLNode, _ findings: Findings) {
      if let text = node.text, let time = TimeSpan(text: text) {
        self = .time(time)
      } else if node.text.map(isJSONInteger) == true {
        guard let number = node.integer(findings) else { return nil }
        self = .number(number)
      } else {
        findings.add(
          .wrongShape(node, expected: "a sequence number, such as 12, or a time, such as 5m"))
        return nil
      }
    }

    /// How a record lies to the bound: negative before it, zero at it, positive behind it.
    fileprivate func order(_ line: TraceLine, _ start: Instant) -> Int {
      switch self {
      case .number(let number): line.seq < number ? -1 : line.seq == number ? 0 : 1
      case .time(let time): line.at < start + time ? -1 : line.at == start + time ? 0 : 1
      }
    }
  }
}

extension TraceReader {
  /// Opens a recording of a system.
  package init<S: System>(
    recording path: String, _ open: TraceOpener, of system: S.Type
  ) throws(Diagnostic) where Machine == S.Machine {
    try self.init(
      file: path,
      defaults: TraceDefaults(
        sdk: S.name, profiles: S.profiles.map { ($0.name, $0.readings) }, config: S.defaultConfig),
      source: open())
  }
}

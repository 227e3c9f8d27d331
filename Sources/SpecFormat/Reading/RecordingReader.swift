import Diagnostics
import EventSourcing
import Simulation
import Traces
import YAML
import YAMLText

/// Reads `trace: { file, compare, from, to }`, and once through the trace itself.
struct RecordingReader<S: System> {
  /// What a recording holds, beside its records.
  private struct Contents {
    var header: TraceHeader<S.Machine>
    var devices: [String] = []
    var hasBackends = false
    /// The first and the last record of the range that is judged.
    var from: Int64?
    var to: Int64?
  }

  let findings: Findings
  let files: SpecFiles
  let spec: String

  /// Reads what stands under `trace`. A recording brings its own time zero, devices and, unless
  /// the spec says so, readings.
  func recording(
    _ node: YAMLNode, into given: inout Given<S>, _ context: inout ReadingContext<S>
  ) -> Recording<S.Machine>? {
    guard let keys = Keys<TraceKey>(node, findings), let file = keys[.file],
      let name = file.plainText(findings)
    else { return nil }
    let compare = keys[.compare].flatMap { $0.requiredWord(of: CompareWord.self, findings) }
    guard let (path, open) = files.trace(name, beside: spec) else {
      findings.add(
        Diagnostic(
          .noTrace, "there is no trace '\(name)'", at: file.place,
          proposal: "looked for beside the spec and in the working directory"))
      return nil
    }
    let range = (from: keys[.from].flatMap(bound), to: keys[.to].flatMap(bound))
    guard let contents = contents(path, open, range) else { return nil }
    if contents.from == nil {
      findings.add(
        Diagnostic(
          .noSteps, "the trace has no record in this range",
          at: (keys[.from] ?? keys[.to] ?? file).place,
          proposal: "it would pass without running anything"))
    }
    replace(&given, &context, by: contents)
    return Recording(
      file: PlacedText(text: name, place: file.place), path: path, open: open,
      header: contents.header, isCompared: compare != CompareWord.none,
      from: range.from == nil ? nil : contents.from, to: range.to == nil ? nil : contents.to)
  }

  // MARK: - The range

  /// One end of the range: a sequence number, or a time from the start of the recording.
  private enum Bound {
    case number(Int64)
    case time(TimeSpan)

    /// How a record lies to the bound: negative before it, zero at it, positive behind it.
    func order(_ line: TraceLine, start: Instant) -> Int {
      switch self {
      case .number(let number): line.seq < number ? -1 : line.seq == number ? 0 : 1
      case .time(let time): line.at < start + time ? -1 : line.at == start + time ? 0 : 1
      }
    }
  }

  private func bound(_ node: YAMLNode) -> Bound? {
    if let text = node.text, let time = TimeSpan(text: text) { return .time(time) }
    if node.text.map(isJSONInteger) == true { return node.integer(findings).map { .number($0) } }
    findings.add(
      .wrongShape(node, expected: "a sequence number, such as 12, or a time, such as 5m"))
    return nil
  }

  // MARK: - The trace

  private func contents(
    _ path: String, _ open: TraceOpener, _ range: (from: Bound?, to: Bound?)
  ) -> Contents? {
    do throws(Diagnostic) {
      var reader = try TraceReader<S.Machine>(
        file: path,
        defaults: TraceDefaults(
          sdk: S.name, profiles: S.profiles.map { ($0.name, $0.readings) },
          config: S.defaultConfig), source: open())
      var contents = Contents(header: reader.header)
      let start = reader.header.started
      while let line = try reader.next() {
        // A record that cannot be read is found here, before anything runs.
        guard try reader.record(line) != nil else { continue }
        add(reader.party, to: &contents)
        guard range.from.map({ $0.order(line, start: start) >= 0 }) ?? true,
          range.to.map({ $0.order(line, start: start) <= 0 }) ?? true
        else { continue }
        contents.from = contents.from ?? line.seq
        contents.to = max(contents.to ?? line.seq, line.seq)
      }
      for damage in reader.damage { findings.add(damage.warning, as: .warning) }
      if case .cut(let line) = reader.end {
        findings.add(.cut(file: path, lastLine: line), as: .warning)
      }
      return contents
    } catch {
      findings.add(error)
      return nil
    }
  }

  private func add(_ party: String, to contents: inout Contents) {
    if contents.devices.last == party { return }
    if S.backends.contains(party) {
      contents.hasBackends = true
    } else if !contents.devices.contains(party) {
      contents.devices.append(party)
    }
  }

  private func replace(
    _ given: inout Given<S>, _ context: inout ReadingContext<S>, by contents: Contents
  ) {
    let header = contents.header
    let devices = contents.devices.isEmpty ? [soleParty] : contents.devices
    given.clock = header.started
    given.readings.profile = header.profile
    given.readings.base = header.readings
    given.isWorld = devices != [soleParty]
    given.devices = devices.map {
      DeviceSetup(
        name: $0, device: S.defaultDevice(named: $0), config: header.config, past: [])
    }
    given.history = []
    context.start = header.started
    context.isWorld = given.isWorld
    context.devices = devices
    context.isSimulated = context.isSimulated || contents.hasBackends
  }
}

import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The answers to what readers of specs ask of a system.
extension SystemVocabulary {
  /// Effects of devices that leave the process or reach the app: what specs observe unless they say
  /// less.
  var external: [String] { effects.filter(\.isExternal).map { $0.schema.name } }

  /// The fields of an event or effect.
  func schema(ofRecord name: String) -> CaseSchema? {
    effectSchemas.schema(name) ?? eventSchemas.schema(name)
  }

  /// The backend to which an event happens that only happens at one; empty where none is named.
  func backend(of event: String) -> String { eventParties[event]?.backends.first ?? "" }

  /// The parties under whose names events or effects called `name` are recorded.
  package func parties(recording name: String) -> RecordingParties? {
    guard let event = eventParties[name] else { return effectParties[name] }
    return effectParties[name].map(event.union) ?? event
  }
}

/// The events or effects of a machine by name, gathered once.
struct CaseSchemas: Sendable {
  let names: [String]
  private let schemas: [String: CaseSchema]

  init(_ all: [CaseSchema]) {
    names = all.map(\.name)
    schemas = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
  }

  func schema(_ name: String) -> CaseSchema? { schemas[name] }
}

extension System {
  /// Every other value of the readings that have finitely many, and those that the system adds,
  /// as `name=value`: what `--readings all` varies, one at a time.
  public static var readingVariants: [String] {
    let finite = Machine.Readings.schema.fields.flatMap { field -> [String] in
      guard case .defaults(let initial) = field.presence else { return [] }
      switch (field.schema, initial) {
      case (.boolean, .boolean(let value)): return ["\(field.name)=\(!value)"]
      case (.choice(let options), .text(let value)):
        return options.filter { $0.name != value }.map { "\(field.name)=\($0.name)" }
      default: return []
      }
    }
    return finite + extraReadingVariants
  }
}

// MARK: - Recordings

extension RecordedTrace {
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
      var finding = error
      finding.labels.append(.init(place, "this trace is meant"))
      findings.add(finding)
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

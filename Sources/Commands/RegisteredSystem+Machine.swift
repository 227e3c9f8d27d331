import Diagnostics
import EventSourcing
import Exchange
import Replay
import Simulation
import SpecFormat
import Specs

/// What the verbs ask that need not be specialised for each machine.
extension RegisteredSystem {
  func vocabulary() -> SystemVocabulary { SystemVocabulary(machine) }

  /// The rule called `id` of a document, for a trace of these devices that starts at `start`.
  func rule(
    _ id: String?, in document: SpecDocument, _ files: SpecFiles, start: Instant, devices: [String]
  ) throws -> PlacedRule {
    func rule<S: System>(as system: S.Type) throws -> PlacedRule {
      try SpecReader<S>(files: files).rule(id, in: document, start: start, devices: devices)
    }
    return try rule(as: machine)
  }

  /// What is wrong with the options of a run for the system.
  func findings(_ options: RunOptions) -> [Diagnostic] { options.findings(for: machine) }

  // MARK: - Other traces made from a trace

  func rerecord(
    _ trace: TraceFile, into sink: ([UInt8]) throws -> Void
  ) throws -> Rerecording {
    try Replay.rerecord(trace.input, as: machine, into: sink)
  }

  func addSnapshots(
    to trace: TraceFile, every interval: Int64, into sink: ([UInt8]) throws -> Void
  ) throws -> AddedSnapshots {
    try Replay.addSnapshots(to: trace.input, every: interval, as: machine, into: sink)
  }

  func redact(
    _ trace: TraceFile, _ key: RedactionKey, into sink: ([UInt8]) throws -> Void
  ) throws -> Redaction {
    try Replay.redact(trace.input, as: machine, key: key, into: sink)
  }

  // MARK: - From and to other forms

  func spec(
    _ trace: TraceFile, title: String, _ strength: SpecStrength, computed: Bool
  ) throws -> WrittenSpec {
    func written<S: System>(as system: S.Type) throws -> WrittenSpec {
      try SpecWriter<S>(strength: strength, computed: computed)
        .checkedSpec(of: trace.input, title: title)
    }
    return try written(as: machine)
  }

  func readCapture(_ bytes: [UInt8], file: String, _ map: ImportMap?) -> ForeignLog {
    Exchange.readCapture(bytes, file: file, as: machine, map)
  }

  func importLog(_ log: ForeignLog, origin: String) -> ImportedTrace {
    Exchange.importLog(log, as: machine, origin: origin)
  }

  func exportCloudEvents(
    _ trace: TraceFile, source: String, into sink: ([UInt8]) throws -> Void
  ) throws -> ExportedTrace {
    try Exchange.exportCloudEvents(trace.input, as: machine, source: source, into: sink)
  }

  /// The trace that `repair` writes, without a file.
  func repaired(_ trace: TraceFile) -> TraceFile {
    TraceFile(trace, part: Replay.repaired(trace.input, as: machine))
  }

  func makeLog(from trace: TraceFile, in folder: String) throws -> Int64 {
    try LogFolder.make(from: trace, as: machine, in: folder)
  }
}

import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// One of many traces: its first drift, and the traits that it may share with others.
struct DeviceReport: TraceReport {
  let file: String
  var verdict: Verdict
  var findings: [Diagnostic]
  /// The first drift; `nil` where there is none.
  let drift: FirstDrift?
  /// The number of records read.
  let records: Int64
  /// The profile and configuration of the device, and the names of its events, each once.
  let traits: [String]

  /// The first drift of a device.
  struct FirstDrift {
    let signature: DriftSignature
    let seq: Int64
    let at: Instant
  }

  init(_ trace: TraceFile, _ system: RegisteredSystem, lenient: Bool) throws {
    file = trace.path
    let report = try system.replay(trace, ReplayRequest(lenient: lenient))
    verdict = report.verdict
    findings = report.findings.filter { $0.severity == .error }
    records = report.records
    drift = report.firstDrift.flatMap { first in
      report.drift.map { FirstDrift(signature: first.signature, seq: first.seq, at: $0.at) }
    }
    traits = try DeviceTraits(system.erased.walk(trace.input, lenient: lenient)).all
  }

  /// A trace that cannot be read.
  init(file: String, refusal: Diagnostic) {
    self.file = file
    verdict = .invalid
    findings = [refusal]
    drift = nil
    records = 0
    traits = []
  }

  static let reported = ReportMembers<DeviceReport> { it in
    it("file", \.file, "The trace.")
    it("exact", { $0.verdict == .clean }, "Whether it is as the machine gives it.")
    it("signature", \.drift?.signature, "The kind of its first drift.")
    it("seq", \.drift?.seq, "The record that shows it.")
    it("at", \.drift?.at)
  }
}

/// The traits of the device of one trace: what the header says of its profile, readings and
/// configuration, the fields of the first events, and the events that occurred.
private struct DeviceTraits {
  private(set) var all: [String] = []
  private var known: Set<String> = []

  /// The fields of so many first events count: they say what the device is.
  private static let described = 3

  init(_ walk: AnyTraceWalk) throws {
    let header = walk.header
    add("engine = \(header.engine)")
    add("profile = \(header.profile)")
    add(header.readings, below: "readings")
    add(header.config, below: "config")
    var events = 0
    while let line = try walk.next() {
      if line.kind == .event {
        let name = walk.name()
        if events < DeviceTraits.described, let record = try walk.record() {
          add(record.fields, below: name)
        }
        events += 1
        add("\(name) occurs")
      }
      _ = try walk.take()
    }
  }

  private mutating func add(_ trait: String) {
    if known.insert(trait).inserted { all.append(trait) }
  }

  private mutating func add(_ value: Value, below path: String) {
    switch value {
    case .fields(let fields):
      for field in fields { add(field.value, below: "\(path).\(field.name)") }
    case .boolean, .integer, .text, .span: add("\(path) = \(ValueText(.iso).text(value))")
    // Instants and what identifies a person differ from device to device.
    case .null, .personal, .instant, .list: break
    }
  }
}

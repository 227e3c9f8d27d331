import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// One of many traces: what was found, and what it may have in common with others.
struct DeviceReport: TraceJudgement {
  let file: String
  var verdict: Verdict
  var findings: [Diagnostic]
  let records: Int64
  let signatures: [FindingSignature]
  /// The device as it is compared with others; `nil` for a trace that cannot be read.
  let compared: ComparedDevice?

  /// The first drift; `nil` where there is none.
  var drift: ComparedDevice.FirstDrift? { compared?.drift }
}

extension DeviceReport {
  init(_ trace: TraceFile, _ system: RegisteredSystem, _ request: ReplayRequest) throws {
    let report = try request.report(on: trace, of: system)
    file = trace.path
    verdict = report.verdict
    findings = report.findings
    records = report.records
    signatures = report.groups.filter { $0.acceptance == nil }.map {
      FindingSignature(text: $0.signature.description, count: $0.count, seq: $0.seq)
    }
    let walk = try system.erased.walk(trace.input, lenient: request.lenient)
    compared = ComparedDevice(
      drift: report.firstDrift.flatMap { first in
        report.drift.map { .init(signature: first.signature, seq: first.seq, at: $0.at) }
      }, traits: try DeviceTraits(walk).all)
  }

  /// A trace that cannot be read.
  init(file: String, refusal: Diagnostic) {
    self.init(
      file: file, verdict: .invalid, findings: [refusal], records: 0,
      signatures: [FindingSignature(refusal: refusal)], compared: nil)
  }

  /// The report without its warnings.
  var errors: DeviceReport {
    var report = self
    report.findings.removeAll { $0.severity != .error }
    return report
  }

  static let reported = ReportMembers<DeviceReport> { it in
    it("file", \.file, "The trace.")
    it("exact", { $0.verdict == .clean }, "Whether it is as the machine gives it.")
    it("signature", \.drift?.signature, "The kind of its first drift.")
    it("seq", \.drift?.seq, "The record that shows it.")
    it("at", \.drift?.at)
  }
}

/// The first drift and the traits of a device, which others may share.
struct ComparedDevice: ReportedRecord {
  /// The first drift that is not accepted; `nil` where there is none.
  let drift: FirstDrift?
  /// The profile and configuration of the device, and the names of its events, each once.
  let traits: [String]

  /// The first drift of a device.
  struct FirstDrift {
    let signature: DriftSignature
    let seq: Int64
    let at: Instant
  }

  static let reported = ReportMembers<ComparedDevice> { it in
    it.object("drift", ifPresent: \.drift, "The first drift.") { drift in
      drift.include(\.signature)
      drift("seq", \.seq, "The record that shows it.")
      drift("at", \.at)
    }
    it(
      "traits", \.traits,
      "The fields of the header and of the first events, and the events that occur.")
  }
}

/// The traits of the device of one trace: what the header says of its profile, readings and
/// configuration, the fields of the first events, and the events that occurred.
private struct DeviceTraits {
  private(set) var all: [String] = []
  private var known: Set<String> = []

  /// The number of first events whose fields count: they describe the device.
  private static let described = 3

  /// Reads the records without folding them.
  init(_ walk: AnyTraceWalk) throws {
    let header = walk.header
    add("engine = \(header.engine)")
    add("profile = \(header.profile)")
    add(header.readings, below: "readings")
    add(header.config, below: "config")
    var events = 0
    while let line = try walk.next() {
      guard line.kind == .event else { continue }
      let name = walk.name()
      if events < DeviceTraits.described, let record = try walk.record() {
        add(record.fields, below: name)
      }
      events += 1
      add("\(name) occurs")
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

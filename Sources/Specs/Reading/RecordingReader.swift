import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces
import YAML

/// Reads `trace: { file, compare, from, to }`, and the trace itself.
struct RecordingReader<S: System> {
  let findings: Findings
  let files: SpecFiles
  let spec: String

  func recording(_ node: YAMLNode) -> Recording<S.Machine>? {
    let allowed = ["file", "compare", "from", "to"]
    guard let keys = Keys(node, "'trace'", allowed: allowed, findings),
      let file = keys.required("file", findings), let name = file.plainText(findings)
    else { return nil }
    if let compare = keys["compare"], compare.text != "effects", compare.text != "none" {
      findings.add(.notAChoice(compare, among: ["effects", "none"]))
    }
    let placed = PlacedText(text: name, place: file.place)
    guard let (path, bytes, trace) = trace(placed) else { return nil }
    let from = keys["from"]?.integer(findings)
    let to = keys["to"]?.integer(findings)
    if !trace.records.contains(where: { $0.seq >= from ?? .min && $0.seq <= to ?? .max }) {
      findings.add(
        Diagnostic(
          .noSteps, "the trace has no record in this range",
          at: (keys["from"] ?? keys["to"] ?? file).place,
          proposal: "it would pass without running anything"))
    }
    return Recording(
      file: placed, path: path, bytes: bytes, trace: trace,
      isCompared: keys["compare"]?.text != "none", from: from, to: to)
  }

  /// A recording brings its own time zero, devices and, unless the spec says so, readings.
  func adopt(
    _ recording: Recording<S.Machine>, into given: inout Given<S>,
    _ context: inout ReadingContext<S>
  ) {
    let header = recording.trace.header
    context.start = header.started
    given.clock = header.started
    given.profile = header.profile
    given.readings = NodeReader.overlay(
      header.readings, with: given.readingsNode, what: "the readings", start: header.started,
      findings)
    var parties: [String] = []
    for record in recording.trace.records {
      let party = record.party
      if parties.last != party, !parties.contains(party), !S.backends.contains(party) {
        parties.append(party)
      }
    }
    if parties.isEmpty { parties = [soleParty] }
    given.isWorld = parties != [soleParty]
    given.devices = parties.map {
      DeviceSetup(
        name: $0, device: S.standardDevice(named: $0), config: header.config, past: [])
    }
    given.history = []
    context.isWorld = given.isWorld
    context.devices = parties
    context.isSimulated =
      context.isSimulated
      || recording.trace.records.contains {
        S.backends.contains($0.party)
      }
  }

  private func trace(_ name: PlacedText) -> (String, [UInt8], Trace<S.Machine>)? {
    guard let (path, bytes) = files.beside(spec, name.text) else {
      findings.add(
        Diagnostic(
          .noTrace, "there is no trace '\(name.text)'", at: name.place,
          proposal: "looked for beside the spec and in the working directory"))
      return nil
    }
    do throws(Diagnostic) {
      let trace = try Trace(decoding: bytes, file: path, standards: .of(S.self))
      for damage in trace.damage { findings.add(damage.warning) }
      if case .cut(let line) = trace.end { findings.add(.cut(file: path, lastLine: line)) }
      return (path, bytes, trace)
    } catch {
      findings.add(error)
      return nil
    }
  }
}

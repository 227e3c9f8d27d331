import Diagnostics
import EventSourcing
import Simulation
import YAML

/// Finds fixtures: those of the system, and files called `fixtures/NAME.yaml` in the spec's
/// folder, above it, or in `Specs` of the working directory.
///
/// A class, so that a file that many scenarios use is read and parsed once.
final class FixtureReader<S: System> {
  private let files: SpecFiles
  /// The spec that uses them.
  private let spec: String
  /// The paths of the files read so far.
  private(set) var paths: [String] = []
  /// Their contents by the name of the fixture; `nil` for those that cannot be parsed.
  private var parsed: [String: YAMLNode?] = [:]

  init(files: SpecFiles, spec: String) {
    self.files = files
    self.spec = spec
  }

  /// Lays the fixture called `use` over `setup`.
  func apply(_ use: PlacedText, to setup: inout DeviceSetup<S>, _ context: ReadingContext<S>) {
    if let fixture = S.fixtures.first(where: { $0.name == use.text }) {
      setup.fixtures.append(use)
      let history = context.isSimulated ? fixture.simulatedHistory : fixture.history
      add(
        history.map { Input(at: context.start + $0.at, party: setup.name, event: $0.event) },
        of: use, to: &setup, context)
      return
    }
    if let root = root(use, context.findings) { read(root, use, &setup, context) }
  }

  private func root(_ use: PlacedText, _ findings: Findings) -> YAMLNode? {
    if let known = parsed[use.text] { return known }
    guard let (path, bytes) = files.nearest("fixtures/\(use.text).yaml", to: spec) else {
      var finding = Diagnostic.unknownName(
        use.text, "fixture", at: use.place, among: S.fixtures.map(\.name))
      finding.notes.append("help: own ones stand in Specs/fixtures/NAME.yaml")
      findings.add(finding)
      return nil
    }
    paths.append(path)
    var root: YAMLNode?
    do throws(Diagnostics) {
      root = try parseYAML(bytes, file: path)
    } catch {
      for finding in error.all { findings.add(finding) }
    }
    parsed[use.text] = .some(root)
    return root
  }

  private func read(
    _ root: YAMLNode, _ use: PlacedText, _ setup: inout DeviceSetup<S>,
    _ context: ReadingContext<S>
  ) {
    let findings = context.findings
    guard let keys = Keys<FixtureKey>(root, findings) else { return }
    checkFormat(keys[.format], findings)
    _ = keys[.fixture]?.plainText(findings)
    if let node = keys[.sdk], node.text != S.name {
      findings.add(
        Diagnostic(
          .otherSystem, "this fixture is for '\(short(shown(node)))', the spec for '\(S.name)'",
          at: node.place))
    }
    setup.device = NodeReader.overlay(
      setup.device, with: keys[.device], what: "the device", start: context.start, findings)
    setup.config = NodeReader.overlay(
      setup.config, with: keys[.config], what: "the configuration", start: context.start,
      findings)
    guard let history = keys[.history] else { return }
    let steps = StepReader(context: context).history(history, of: setup.name)
    add(steps.map { $0.input }, of: use, to: &setup, context)
  }

  private func add(
    _ past: [Input<S.Machine.Event>], of use: PlacedText, to setup: inout DeviceSetup<S>,
    _ context: ReadingContext<S>
  ) {
    if let last = setup.past.last, let first = past.first, first.at < last.at {
      let (begin, end) = (first.at - context.start, last.at - context.start)
      context.findings.add(
        Diagnostic(
          .timeGoesBack, "fixture '\(use.text)' begins before the one before it ends",
          at: use.place,
          proposal: "it begins at \(begin.text), the other ends at \(end.text)"))
    }
    setup.past += past
  }
}

/// Checks `format: 1`.
func checkFormat(_ node: YAMLNode?, _ findings: Findings) {
  guard let node, let number = node.integer(findings) else { return }
  if number != 1 {
    findings.add(
      Diagnostic(
        .unknownFormat, "format \(number) is not known", at: node.place,
        proposal: number > 1 ? "this file needs a newer pushtrace; here, write 1" : "write 1"))
  }
}

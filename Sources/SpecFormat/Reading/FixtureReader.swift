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
  /// The files read so far by the name of their fixture; `nil` for those that cannot be parsed.
  private var parsed: [String: YAMLNode?] = [:]

  init(files: SpecFiles, spec: String) {
    self.files = files
    self.spec = spec
  }

  /// The fixture called `use`; `nil` and a finding where there is none.
  func fixture(_ use: PlacedText, _ findings: Findings) -> UsedFixture<S>? {
    if let fixture = S.fixtures.first(where: { $0.name == use.text }) {
      return UsedFixture(use: use, content: .ofSystem(fixture))
    }
    guard let root = root(use, findings), let keys = Keys<FixtureKey>(root, findings) else {
      return nil
    }
    checkFormat(keys[.format], findings)
    _ = keys[.fixture]?.plainText(findings)
    if let node = keys[.sdk], node.text != S.name {
      findings.add(
        Diagnostic(
          .otherSystem, "this fixture is for '\(short(shown(node)))', the spec for '\(S.name)'",
          at: node.place))
    }
    return UsedFixture(use: use, content: .file(keys))
  }

  /// Lays what the fixture says of device and configuration over `setup`.
  func describe(
    _ setup: inout DeviceSetup<S>, by fixture: UsedFixture<S>, _ context: ReadingContext<S>
  ) {
    switch fixture.content {
    case .ofSystem: setup.fixtures.append(fixture.use)
    case .file(let keys):
      setup.device = NodeReader.overlay(
        setup.device, with: keys[.device], what: "the device", start: context.start,
        context.findings)
      setup.config = NodeReader.overlay(
        setup.config, with: keys[.config], what: "the configuration", start: context.start,
        context.findings)
    }
  }

  /// Adds what the fixture says happened to the device as it is described by then.
  func addHistory(
    of fixture: UsedFixture<S>, to setup: inout DeviceSetup<S>, _ context: ReadingContext<S>
  ) {
    switch fixture.content {
    case .ofSystem(let own):
      let history = own.history(setup.device, setup.config, context.isSimulated)
      add(
        history.map { Input(at: context.start + $0.at, party: setup.name, event: $0.event) },
        of: fixture.use, to: &setup, context)
    case .file(let keys):
      guard let history = keys[.history] else { return }
      let steps = StepReader(context: context).history(history, of: setup.name)
      add(steps.map { $0.input }, of: fixture.use, to: &setup, context)
    }
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
    var root: YAMLNode?
    do throws(Diagnostics) {
      root = try parseYAML(bytes, file: path)
    } catch {
      for finding in error.all { findings.add(finding) }
    }
    parsed[use.text] = .some(root)
    return root
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

/// A fixture that a scenario uses.
struct UsedFixture<S: System> {
  /// Its name, where it is used.
  let use: PlacedText
  let content: Content

  /// Where the fixture comes from.
  enum Content {
    case ofSystem(Fixture<S>)
    case file(Keys<FixtureKey>)
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

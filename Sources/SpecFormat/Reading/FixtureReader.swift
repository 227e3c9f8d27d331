import Diagnostics
import YAML

/// Finds fixtures: those of the system, and files called `fixtures/NAME.yaml` in the spec's
/// folder, above it, or in `Specs` of the working directory.
///
/// A class, so that a file that many scenarios use is read and parsed once.
final class FixtureReader {
  private let files: SpecFiles
  private let spec: String
  /// The files read so far by the name of their fixture; `nil` for those that cannot be parsed.
  private var parsed: [String: YAMLNode?] = [:]

  init(files: SpecFiles, spec: String) {
    self.files = files
    self.spec = spec
  }

  /// Adds to `setup` what the fixture called `use` says of the device; a finding where there is
  /// none.
  func add(_ use: PlacedText, to setup: inout DeviceSetup, _ context: ReadingContext) {
    let findings = context.findings
    let system = context.system
    if system.fixtures.contains(use.text) {
      setup.fixtures.append(UsedFixture(use: use))
      return
    }
    guard let root = root(use, context), let keys = Keys<FixtureKey>(root, findings) else { return }
    checkFormat(keys[.format], findings)
    _ = keys[.fixture]?.plainText(findings)
    if let node = keys[.sdk], node.text != system.name {
      findings.add(
        .otherSystem,
        "this fixture is for '\(short(shown(node)))', the spec for '\(system.name)'",
        at: node.place)
    }
    if let device = keys[.device] { setup.device.append(device) }
    if let config = keys[.config] { setup.config.append(config) }
    guard let history = keys[.history] else { return }
    let past = StepReader(context: context).history(history, of: setup.name)
    setup.fixtures.append(UsedFixture(use: use, history: past))
  }

  private func root(_ use: PlacedText, _ context: ReadingContext) -> YAMLNode? {
    if let known = parsed[use.text] { return known }
    guard let (path, bytes) = files.nearest("fixtures/\(use.text).yaml", to: spec) else {
      var finding = Diagnostic.unknownName(
        use.text, "fixture", at: use.place, among: context.system.fixtures)
      finding.notes.append("help: own ones stand in Specs/fixtures/NAME.yaml")
      context.findings.add(finding)
      return nil
    }
    let root = context.findings.parsed(bytes, path)
    parsed[use.text] = .some(root)
    return root
  }
}

func checkFormat(_ node: YAMLNode?, _ findings: Findings) {
  guard let node, let number = node.integer(findings) else { return }
  if number != 1 {
    findings.add(
      .unknownFormat, "format \(number) is not known", at: node.place,
      proposal: number > 1 ? "this file needs a newer pushtrace; here, write 1" : "write 1")
  }
}

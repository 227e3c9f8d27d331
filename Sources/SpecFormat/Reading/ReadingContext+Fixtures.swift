import Diagnostics
import YAML

extension ReadingContext {
  /// Adds to `setup` what the fixture called `use` says of the device, one of the system or a file
  /// called `fixtures/NAME.yaml`; a finding where there is none.
  func add(fixture use: PlacedText, to setup: inout DeviceSetup) {
    if system.fixtures.contains(where: { $0.name == use.text }) {
      setup.fixtures.append(UsedFixture(use: use))
      return
    }
    guard let root = root(ofFixture: use), let keys = Keys<FixtureKey>(root, findings) else {
      return
    }
    guard
      checkShared(format: keys[.format], sdk: keys[.sdk], "this fixture is", usedAt: use.place)
    else { return }
    checkName(keys[.fixture], ofFixture: use.text)
    if let device = keys[.device] { setup.device.append(device) }
    if let config = keys[.config] { setup.config.append(config) }
    guard let history = keys[.history] else { return }
    let past = self.history(history, of: setup.name)
    setup.fixtures.append(UsedFixture(use: use, history: past))
  }

  /// Warns of a name in the file by which 'use' does not find it.
  private func checkName(_ node: YAMLNode?, ofFixture use: String) {
    guard let node, let name = node.plainText(findings), name != use else { return }
    findings.add(
      .unknownName, "'use' does not find this fixture by the name '\(short(name))'",
      at: node.place, meant: use,
      notes: ["it goes by the name of the file, fixtures/NAME.yaml"], as: .warning)
  }

  private func root(ofFixture use: PlacedText) -> YAMLNode? {
    shared?.root("fixtures", use.text, suffix: ".yaml", findings) { own in
      var finding = Diagnostic.unknownName(
        use.text, "fixture", at: use.place, among: system.fixtures.map(\.name) + own)
      finding.notes.append("help: own ones stand in Specs/fixtures/NAME.yaml")
      return finding
    }
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

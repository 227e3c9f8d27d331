import Diagnostics
import YAML

/// Files that the scenarios of a spec share: each stands in the spec's folder, above it, or in
/// `Specs` of the working directory.
///
/// A class, so that a file that many scenarios use is read and parsed once.
final class SharedFiles {
  private let files: SpecFiles
  private let spec: String
  private let system: String
  /// The files read so far by their names; `nil` for those that cannot be parsed.
  private var parsed: [String: YAMLNode?] = [:]
  /// The names of the files that can be used, by their folders.
  private var names: [String: [String]] = [:]

  init(files: SpecFiles, spec: String, system: String) {
    self.files = files
    self.spec = spec
    self.system = system
  }

  /// Reads the file that `folder` has by this name and suffix; `nil` and a finding where it cannot
  /// be parsed. `missing` makes the finding where there is none, from the names of those that the
  /// spec can use.
  func root(
    _ folder: String, _ name: String, suffix: String, _ findings: Findings,
    missing: ([String]) -> Diagnostic
  ) -> YAMLNode? {
    let file = "\(folder)/\(name)\(suffix)"
    if let known = parsed[file] { return known }
    guard let (path, bytes) = files.nearest(file, to: spec) else {
      let own = names[folder] ?? files.names(in: folder, suffix: suffix, near: spec, of: system)
      names[folder] = own
      findings.add(missing(own))
      return nil
    }
    let root = findings.parsed(bytes, path)
    parsed[file] = .some(root)
    return root
  }
}

extension ReadingContext {
  /// Refuses a file of another format or for another system than the spec's, which uses it at
  /// `use`; `subject` begins the message.
  ///
  /// - Returns: Whether the rest of it can be read: the names of another system are other ones.
  private func checkShared(
    format: YAMLNode?, sdk: YAMLNode?, _ subject: String, usedAt use: Place
  ) -> Bool {
    checkFormat(format, findings)
    guard let sdk, sdk.text != system.name else { return true }
    findings.add(
      .otherSystem, "\(subject) for '\(short(shown(sdk)))', the spec for '\(system.name)'",
      at: sdk.place, labels: [.init(sdk.place, ""), .init(use, "used here")])
    return false
  }

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

  /// Lists the rules that `always` holds, those of files `rules/NAME.rules.yaml` in place of the
  /// elements that use them by name.
  func expanded(_ elements: [YAMLNode]) -> [YAMLNode] {
    guard let shared else { return elements }
    return elements.flatMap { element in
      element[UsedRulesKey.use] == nil ? [element] : rules(element, shared)
    }
  }

  private func rules(_ element: YAMLNode, _ shared: SharedFiles) -> [YAMLNode] {
    guard let keys = Keys<UsedRulesKey>(element, findings), let use = keys[.use],
      let name = use.plainText(findings, "the name of a file of rules")
    else { return [] }
    let suffix = ".rules.yaml"
    // A path is taken for the name that it may mean.
    var stem = String(name.split(separator: "/").last ?? "")
    for end in [suffix, ".yaml"] where stem.hasSuffix(end) { stem.removeLast(end.count) }
    let root = shared.root("rules", name, suffix: suffix, findings) { own in
      Diagnostic(
        .unknownName, "there are no rules called '\(short(name))'", at: use.place,
        proposal: stem != name && own.contains(stem)
          ? "write only '\(short(stem))'"
          : didYouMean(stem, among: own)
            ?? "write them into rules/\(short(stem)).rules.yaml beside the spec, or into Specs")
    }
    guard let root, let file = Keys<RulesKey>(root, findings) else { return [] }
    guard checkShared(format: file[.format], sdk: file[.sdk], "these rules are", usedAt: use.place)
    else { return [] }
    let parameters = file[.parameters]?.texts(findings, "a list of names").map(\.text) ?? []
    let values = keys[.with].flatMap { $0.map(findings, "a map from parameters to values") } ?? []
    for value in values where !parameters.contains(value.key) {
      findings.add(.unknownName(value.key, "parameter", at: value.keyPlace, among: parameters))
    }
    let missing = parameters.filter { name in !values.contains { $0.key == name } }
    if !missing.isEmpty {
      findings.add(.missingKeys(missing, in: "the values for '\(name)'", at: use.place))
      return []
    }
    var placeholders = Placeholders(
      columns: parameters,
      cells: parameters.compactMap { name in values.first { $0.key == name }?.value })
    let filled = file[.always]?.elements?.map { placeholders.fill($0) } ?? []
    for (name, node) in placeholders.unknown {
      findings.add(
        .placeholderWithoutColumn(name, node.place, columns: parameters, called: "parameter"))
    }
    return filled.map { element.holding($0.content) }
  }
}

import Diagnostics
import EventSourcing
import YAML
import YAMLText

/// The names under which the steps of a scenario keep values that only a run knows: `$NAME` stands
/// for the value.
struct KeptNames {
  /// The names that some step of the scenario keeps; where there is none, `$NAME` is plain text.
  let declared: [String]
  /// The values known so far, in the order of the steps.
  private(set) var known: [KeptValue] = []
  /// The names that earlier steps should keep and cannot, which are findings there.
  private var failed: [String] = []

  init(in steps: YAMLNode?) {
    declared = (steps?.elements ?? []).flatMap { step in
      (step[StepKey.keep]?.entries ?? []).map(\.key)
    }
  }

  init(known: [KeptValue]) {
    declared = known.map(\.name)
    self.known = known
  }

  /// Adds what a step keeps.
  mutating func add(_ kept: [KeptValue], of step: YAMLNode) {
    known += kept
    let names = (step[StepKey.keep]?.entries ?? []).map(\.key)
    failed += names.filter { name in !kept.contains { $0.name == name } }
  }

  /// A part of a scenario with values in place of the names of kept ones.
  struct Filled {
    var node: YAMLNode
    /// Whether there was such a name in it.
    var isOpen = false
  }

  /// Puts a value of the right type in place of each name, so that the rest can be read before
  /// anything runs; `nil` where a name is unknown, which is a finding.
  func standIns(in node: YAMLNode, _ findings: Findings) -> Filled? {
    if declared.isEmpty { return Filled(node: node) }
    var isOpen = false
    var isKnown = true
    let filled = node.replacingKeptNames { name, node in
      isOpen = true
      guard let value = known.last(where: { $0.name == name }) else {
        isKnown = false
        if failed.contains(name) { return nil }
        var finding = Diagnostic.unknownName(
          name, "kept value", at: node.place, among: declared.eachOnce())
        if declared.contains(name) { finding.notes = ["only a later step keeps it"] }
        findings.add(finding)
        return nil
      }
      findings.add(standInFor: value, at: node.place)
      return value.schema.standIn(at: node.place)
    }
    return isKnown ? Filled(node: filled, isOpen: isOpen) : nil
  }

  /// Reports the names of kept values in `part`, where they would be plain text.
  func reportUse(in part: ScenarioKey, _ node: YAMLNode, _ findings: Findings) {
    if declared.isEmpty { return }
    _ = node.replacingKeptNames { name, node in
      if declared.contains(name) {
        findings.add(
          .unknownName, "'\(part.rawValue)' cannot use the kept value '$\(name)'", at: node.place,
          proposal: "use it in a step, 'timeline' or 'finally', or add quotes if the text is meant")
      }
      return nil
    }
  }

  /// Puts such values into a step. It may use the values that it keeps itself wherever they are
  /// known: everywhere except in the record that it waits for.
  func standIns(
    in step: YAMLNode, keeping own: [KeptValue], _ findings: Findings
  ) -> Filled? {
    guard !declared.isEmpty, let entries = step.entries else { return Filled(node: step) }
    var all = self
    all.add(own, of: step)
    var isOpen = false
    var filled: [YAMLEntry] = []
    for entry in entries {
      let names = entry.key == StepKey.when.rawValue ? self : all
      guard let value = names.standIns(in: entry.value, findings) else { return nil }
      isOpen = isOpen || value.isOpen
      filled.append(YAMLEntry(key: entry.key, at: entry.keyPlace, value: value.node))
    }
    return Filled(node: step.holding(.map(filled)), isOpen: isOpen)
  }
}

extension YAMLNode {
  /// The node with the values of a run in place of the names under which they are kept.
  func filled(with values: [String: Value], from start: Instant) -> YAMLNode {
    replacingKeptNames { name, node in
      values[name].map { YAMLNode($0, at: node.place, from: start) }
    }
  }

  /// Whether a kept value may stand in it by its name.
  package var usesKeptValue: Bool {
    var uses = false
    _ = replacingKeptNames { _, _ in
      uses = true
      return nil
    }
    return uses
  }

  fileprivate func replacingKeptNames(
    _ value: (String, YAMLNode) -> YAMLNode?
  ) -> YAMLNode {
    replacing { node, text, style in
      guard style == .plain, text.utf8.first == UInt8(ascii: "$"), isKeptName(text.dropFirst())
      else { return node }
      return value(String(text.dropFirst()), node) ?? node
    }
  }

  /// A value as it would be written at `place`.
  private init(_ value: Value, at place: Place, from start: Instant) {
    switch value {
    case .text(let text), .personal(let text): self.init(.scalar(text, .double), at: place)
    case .list(let values):
      self.init(.list(values.map { YAMLNode($0, at: place, from: start) }), at: place)
    case .fields(let fields):
      let entries = fields.map {
        YAMLEntry(key: $0.name, at: place, value: YAMLNode($0.value, at: place, from: start))
      }
      self.init(.map(entries), at: place)
    case .null, .boolean, .integer, .instant, .span:
      self.init(.scalar(yaml(value, from: start), .plain), at: place)
    }
  }
}

extension Diagnostic {
  /// Names a kept value in place of its stand-in, which nobody wrote.
  mutating func speak(of value: KeptValue) {
    if let text = value.schema.standIn(at: value.place).text {
      message = message.replacing("'\(text)'", with: "'$\(value.name)'")
    }
    if code == .wrongShape {
      notes += labels.filter { $0.place == place && !$0.text.isEmpty }
        .map { "what may stand there: \($0.text)" }
    }
    labels.removeAll { $0.place == place }
    let kept = Label(value.place, "kept here")
    if let place {
      labels = [Label(place, "'$\(value.name)' is \(value.schema.phrase)")] + labels + [kept]
    }
    fixes = []
  }
}

/// Whether a name may be that of a kept value: a letter, then letters, digits and underscores.
package func isKeptName(_ name: Substring) -> Bool {
  guard let first = name.first, first.isASCII, first.isLetter else { return false }
  return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
}

extension Schema {
  /// The type of the value under names joined by dots; `nil` where there is none of these names.
  subscript(path path: Substring) -> Schema? {
    if path.isEmpty { return self }
    let name = path.prefix { $0 != "." }
    let rest = path.dropFirst(name.count + 1)
    switch bare {
    case .record(let fields): return fields.first { $0.name == name }?.schema[path: rest]
    case .map(let element): return element[path: rest]
    case .open: return .open
    default: return nil
    }
  }

  /// Returns the finding about the first name of a path at `place` that is none of a field; `what`
  /// has the fields of this type.
  func unknownField(_ path: String, of what: String, at place: Place) -> Diagnostic {
    var (schema, what, place) = (self, what, place)
    let isPlain = place.endColumn - place.column == path.unicodeScalars.count
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      if isPlain { place.endColumn = place.column + name.unicodeScalars.count }
      guard let inner = schema[path: name], !name.isEmpty else {
        var finding = Diagnostic.unknownField(
          String(name), of: what, at: place, among: schema.fields.map(\.name))
        if !isPlain { finding.fixes = [] }
        return finding
      }
      (schema, what) = (inner, member(String(name), of: what))
      if isPlain { place.column = place.endColumn + 1 }
    }
    return .unknownField(path, of: what, at: place, among: fields.map(\.name))
  }

  /// A value of the type, as it would be written at `place`.
  fileprivate func standIn(at place: Place) -> YAMLNode {
    func plain(_ text: String) -> YAMLNode { YAMLNode(.scalar(text, .plain), at: place) }
    return switch self {
    case .integer: plain("1")
    case .boolean: plain("true")
    case .text, .personal, .open: YAMLNode(.scalar("x", .double), at: place)
    case .instant: plain("0s")
    case .span: plain("1s")
    case .choice(let options): plain(options.first?.name ?? "x")
    case .nullable(let schema): schema.standIn(at: place)
    case .list(let element): YAMLNode(.list([element.standIn(at: place)]), at: place)
    case .map: YAMLNode(.map([]), at: place)
    case .record(let fields):
      YAMLNode(
        .map(
          fields.map { YAMLEntry(key: $0.name, at: place, value: $0.schema.standIn(at: place)) }),
        at: place)
    }
  }
}

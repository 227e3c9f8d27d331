import Diagnostics
import EventSourcing
import YAML
import YAMLText

/// Reads described values from YAML: the visitor that specs are typed by.
///
/// It never throws: what does not fit becomes a finding with its place, the value shown stands in
/// for what could not be read, and reading goes on, so that an author sees all mistakes at once.
struct NodeReader: Visitor {
  typealias Failure = Never

  private let findings: Findings
  /// The instant of time zero, from which instants are written as durations.
  private let start: Instant
  /// Whether fields that are not written keep the value shown, instead of being missing.
  private let overlay: Bool
  /// Whether a number or duration above zero must not be replaced by one below it: what a setting
  /// counts or waits for has no sign.
  private var isUnsigned = false
  /// The thing that is being read, for findings: "attribute_set", "the device".
  private var what: String
  private var node: YAMLNode
  /// The purpose of the field that is read.
  private var sentence: StaticString = ""
  private var asked: [String] = []
  private var missed: [String] = []

  /// Reads an event or an effect from the map of its fields; `sample` has the right case.
  static func fields<V: Vocabulary>(
    of sample: V, from node: YAMLNode, called name: String, start: Instant, _ findings: Findings
  ) -> V {
    guard node.map(findings, "the fields of \(name), as 'name: value'") != nil else {
      return sample
    }
    var reader = NodeReader(
      findings: findings, start: start, overlay: false, what: name, node: node)
    defer { reader.reportNames() }
    return sample.fields(&reader)
  }

  /// Reads a record in which every field without a default must be there.
  static func record<R: Record>(
    _ type: R.Type, from node: YAMLNode, what: String, start: Instant, _ findings: Findings
  ) -> R {
    NodeReader(findings: findings, start: start, overlay: false, what: what, node: node)
      .record(R.sample)
  }

  /// Reads the fields that differ from `base`; for settings, none above zero may be below it then.
  static func overlay<R: Record>(
    _ base: R, with node: YAMLNode, what: String, start: Instant, settings: Bool = false,
    _ findings: Findings
  ) -> R {
    var reader = NodeReader(
      findings: findings, start: start, overlay: true, what: what, node: node)
    reader.isUnsigned = settings
    return reader.record(base)
  }

  /// Reports what is there and unknown, and what is missing unless it is there and misspelt.
  private func reportNames() {
    let unknown = (node.entries ?? []).filter { !asked.contains($0.key) }
    for entry in unknown { findings.add(.unknownField(entry, of: what, names: asked)) }
    if missed.isEmpty { return }
    let misspelt = unknown.compactMap { suggestion(for: $0.key, among: asked) }
    let left = missed.filter { !misspelt.contains($0) }
    if left.isEmpty { return }
    findings.add(.missingKeys(left, in: what, at: node.entries?.first?.keyPlace ?? node.place))
  }

  private mutating func read<T: Described>(
    _ inner: YAMLNode, _ value: T, _ sentence: StaticString = ""
  ) -> T {
    let outer = (node, self.sentence)
    defer { (node, self.sentence) = outer }
    (node, self.sentence) = (inner, sentence)
    return value.described(by: &self)
  }
}

extension NodeReader {
  mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    let name = name.description
    asked.append(name)
    if let inner = node[name] { return read(inner, value, summary) }
    if !overlay { missed.append(name) }
    return value
  }

  mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    let name = name.description
    asked.append(name)
    guard let inner = node[name] else { return overlay ? value : nil }
    if isNull(inner) { return nil }
    return read(inner, value ?? T.sample, summary)
  }

  mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T {
    let name = name.description
    asked.append(name)
    if let inner = node[name] { return read(inner, overlay ? value : `default`, summary) }
    return overlay ? value : `default`
  }

  func integer(_ value: Int64) -> Int64 {
    let number = node.integer(findings, sentence.description) ?? value
    if isUnsigned, value > 0, number < 0 { findings.add(.tooSmall(node, least: "0")) }
    return number
  }

  func boolean(_ value: Bool) -> Bool { node.boolean(findings) ?? value }
  func text(_ value: String) -> String { node.plainText(findings) ?? value }
  func personal(_ value: String) -> String { node.plainText(findings) ?? value }

  func span(_ value: TimeSpan) -> TimeSpan {
    let span = node.span(findings) ?? value
    if isUnsigned, value > .zero, span < .zero { findings.add(.tooSmall(node, least: "0s")) }
    return span
  }

  func instant(_ value: Instant) -> Instant { node.span(findings).map { start + $0 } ?? value }

  func open(_ value: String) -> String { node.openText(findings) ?? value }

  func choice<C: Choice>(_ value: C) -> C {
    if let text = node.text, let choice = C(rawValue: text) { return choice }
    findings.add(.notAChoice(node, among: C.allCases.map(\.rawValue)))
    return value
  }

  mutating func nullable<T: Described>(_ value: T?) -> T? {
    isNull(node) ? nil : T.sample.described(by: &self)
  }

  /// Whether null stands where it may; another spelling that YAML takes for null is a finding.
  private func isNull(_ node: YAMLNode) -> Bool {
    guard let text = node.text, text.utf8.count <= 4, !node.isBlank else { return false }
    if node.isWord("null") { return true }
    guard node.ambiguity == .null else { return false }
    _ = node.openScalar(findings)
    return true
  }

  mutating func list<T: Described>(_ values: [T]) -> [T] {
    guard let elements = node.list(findings, "a list, as '[a, b]' or lines with '- '") else {
      return values
    }
    return elements.map { read($0, T.sample) }
  }

  mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    guard let entries = node.map(findings, "a map, as '{ name: value }'") else { return values }
    var result = overlay ? values : TextMap<T>()
    for entry in entries { result[entry.key] = read(entry.value, T.sample) }
    return result
  }

  func record<R: Record>(_ value: R) -> R {
    guard node.map(findings, "a map, as '{ name: value }'") != nil else { return value }
    var inner = NodeReader(
      findings: findings, start: start, overlay: overlay, what: what, node: node)
    inner.isUnsigned = isUnsigned
    let result = value.fields(&inner)
    inner.reportNames()
    return result
  }
}

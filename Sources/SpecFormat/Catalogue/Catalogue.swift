import Diagnostics
import EventSourcing
import YAML

/// The requirements that `covers` may name.
public struct Catalogue: Sendable {
  /// The path of its file.
  public let path: String
  /// Its requirements in the order of the file.
  public let requirements: [Requirement]
  /// The findings about it.
  public let findings: [Diagnostic]
  private let statements: [String: Statement]

  /// Reads `requirements.yaml`: `format: 1` and `requirements`, a list of
  /// `{ id, from: [KEYS], says: "…", advice: true, clauses: { NAME: "…" } }`, of which all
  /// but `id` and `says` may be left out.
  public init(_ bytes: [UInt8], path: String) {
    self.path = path
    let found = Findings()
    requirements = found.parsed(bytes, path).map { readRequirements($0, found) } ?? []
    findings = found.sorted
    let all = requirements.flatMap { [$0.whole] + $0.clauses }
    statements = Dictionary(all.map { ($0.id.text, $0) }) { first, _ in first }
  }

  /// Reads the catalogue behind a spec; `nil` where there is none.
  public init?(for spec: String, in files: SpecFiles) {
    guard let (path, bytes) = Catalogue.file(for: spec, in: files) else { return nil }
    self.init(bytes, path: path)
  }

  /// The catalogue behind the specs of a folder and its bytes: the nearest `requirements.yaml` in
  /// the folder of `spec` or above it, else `Specs/requirements.yaml` of the working directory.
  public static func file(
    for spec: String, in files: SpecFiles
  ) -> (path: String, bytes: [UInt8])? {
    files.nearest("requirements.yaml", to: spec)
  }

  /// All that `covers` may name, in the order of the file.
  package var ids: [String] { requirements.flatMap { [$0.id.text] + $0.clauses.map(\.id.text) } }

  /// The requirement called `id`, or the clause, as `ENG-1.in_app`.
  public subscript(id: String) -> Statement? { statements[id] }
}

/// One requirement, which specs can cover as a whole or clause by clause.
public struct Requirement: Equatable, Sendable {
  /// The id that `covers` names.
  public var id: PlacedText
  /// The statement, in the project's own words.
  public var says: String
  /// The longest window that the statement leaves, where it names a time.
  public var window: TimeSpan?
  /// The parts that are covered one by one, with ids such as `ENG-1.in_app`.
  public var clauses: [Statement]

  /// The reason for which no trace of a device shows a breach; `nil` where a rule or property may.
  public var noRule: String?

  /// The statements that coverage counts, each covered by its own id alone: the clauses, or the
  /// requirement itself where it has none.
  public var statements: [Statement] { clauses.isEmpty ? [whole] : clauses }

  /// The requirement itself, which a bare id in `covers` names.
  public var whole: Statement { Statement(id: id, says: says) }
}

/// One thing that specs cover or do not.
public struct Statement: Equatable, Sendable {
  /// The id that `covers` names.
  public var id: PlacedText
  /// Its statement.
  public var says: String
}

private func readRequirements(_ root: YAMLNode, _ findings: Findings) -> [Requirement] {
  guard let keys = Keys<CatalogueKey>(root, findings) else { return [] }
  checkFormat(keys[.format], findings)
  let elements = keys[.requirements]?.list(findings, "a list of requirements") ?? []
  let requirements = elements.compactMap { requirement($0, findings) }
  findings.checkIDs(requirements.flatMap { [$0.id] + $0.clauses.map(\.id) })
  return requirements
}

private func requirement(_ node: YAMLNode, _ findings: Findings) -> Requirement? {
  guard let keys = Keys<RequirementKey>(node, findings),
    let id = keys[.id]?.placedText(findings), let says = keys[.says]?.plainText(findings)
  else { return nil }
  _ = keys[.from]?.texts(findings, "a list of document keys")
  _ = keys[.advice]?.boolean(findings)
  return Requirement(
    id: id, says: says, window: keys[.window]?.span(findings),
    clauses: keys[.clauses].map { clauses($0, of: id.text, findings) } ?? [],
    noRule: keys[.noRule]?.plainText(findings))
}

private func clauses(
  _ node: YAMLNode, of id: String, _ findings: Findings
) -> [Statement] {
  guard let entries = node.entries, !entries.isEmpty else {
    findings.add(
      .wrongShape(node, expected: "a map from names of clauses to what they say"))
    return []
  }
  return entries.compactMap { entry in
    entry.value.plainText(findings).map {
      Statement(id: PlacedText(text: "\(id).\(entry.key)", place: entry.keyPlace), says: $0)
    }
  }
}

import Diagnostics
import YAML

/// The requirements that `covers` may name.
public struct Catalogue: Sendable {
  /// The path of its file.
  public let path: String
  /// Its requirements in the order of the file.
  public let requirements: [Requirement]
  /// What was found wrong with it.
  public let findings: [Diagnostic]
  private let ids: Set<String>

  /// Reads `requirements.yaml`: `format: 1` and `requirements`, a list of
  /// `{ id, from: [KEYS], says: "…", advice: true }`, of which `advice` may be left out.
  public init(_ bytes: [UInt8], path: String) {
    let findings = Findings()
    self.path = path
    do throws(Diagnostics) {
      requirements = readRequirements(try parseYAML(bytes, file: path), findings)
    } catch {
      requirements = []
      for finding in error.all { findings.add(finding) }
    }
    ids = Set(requirements.map(\.id.text))
    self.findings = findings.sorted
  }

  /// The catalogue behind the specs of a folder: the nearest `requirements.yaml` in the folder of
  /// `spec` or above it, else `Specs/requirements.yaml` of the working directory.
  public static func path(for spec: String, in files: SpecFiles) -> String? {
    files.nearest("requirements.yaml", to: spec)?.path
  }

  /// Whether there is a requirement called `id`.
  public func contains(_ id: String) -> Bool { ids.contains(id) }
}

/// One statement that specs can cover.
public struct Requirement: Equatable, Sendable {
  /// The id that `covers` names.
  public var id: PlacedText
  /// The keys of the documents that say it.
  public var from: [String]
  /// The statement, in the project's own words.
  public var says: String
  /// Whether it is a duty of the app or the marketer, of which a breach is diagnosed.
  public var advice: Bool
}

private func readRequirements(_ root: YAMLNode, _ findings: Findings) -> [Requirement] {
  let allowed = ["format", "requirements"]
  guard let keys = Keys(root, "a catalogue", allowed: allowed, findings) else { return [] }
  checkFormat(keys, findings)
  guard let list = keys.required("requirements", findings) else { return [] }
  guard let elements = list.elements else {
    findings.add(.wrongShape(list, expected: "a list of requirements"))
    return []
  }
  var places: [String: Place] = [:]
  return elements.compactMap { element in
    let allowed = ["id", "from", "says", "advice"]
    guard let keys = Keys(element, "a requirement", allowed: allowed, findings),
      let id = keys.required("id", findings), let text = id.plainText(findings),
      let says = keys.required("says", findings)?.plainText(findings)
    else { return nil }
    if let first = places[text] {
      findings.add(.takenID(text, at: id.place, first: first))
    }
    places[text] = id.place
    return Requirement(
      id: PlacedText(text: text, place: id.place),
      from: keys["from"]?.texts(findings, "a list of document keys").map(\.text) ?? [],
      says: says, advice: keys["advice"]?.boolean(findings) ?? false)
  }
}

extension Diagnostic {
  static func takenID(_ id: String, at place: Place, first: Place) -> Diagnostic {
    Diagnostic(
      .takenID, "id '\(id)' is taken", at: place,
      labels: [.init(place, "choose another one"), .init(first, "first here")])
  }
}

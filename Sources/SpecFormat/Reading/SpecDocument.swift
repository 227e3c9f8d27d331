import Diagnostics
import YAML

/// A spec before its system is known: the tree of its file and the system that it names.
public struct SpecDocument: Sendable {
  /// The path under which its places are named.
  public let path: String
  /// The system that the spec is about, where it says so.
  public let sdk: PlacedText?
  package private(set) var root: YAMLNode
  /// Whether '<' stands anywhere; without it there are no placeholders.
  let mayHavePlaceholders: Bool

  /// Parses the bytes of a file; throws every finding about them.
  public init(_ bytes: [UInt8], path: String) throws(Diagnostics) {
    self.path = path
    root = try parseYAML(bytes, file: path)
    mayHavePlaceholders = bytes.contains(UInt8(ascii: "<"))
    guard root.entries != nil else {
      throw Diagnostics([.wrongShape(root, expected: "a spec is a map: format, sdk, scenarios, …")])
    }
    sdk = root[SpecKey.sdk].flatMap { node in
      node.text.map { PlacedText(text: $0, place: node.place) }
    }
  }

  /// The document with another tree, for what is made from one that was parsed.
  package func holding(_ root: YAMLNode) -> SpecDocument {
    var document = self
    document.root = root
    return document
  }

  /// Whether it has scenarios: a file of rules has none.
  package var isSpec: Bool { root[SpecKey.scenarios] != nil }

  /// The finding for a spec whose system is none of `systems`.
  public func unknownSystem(among systems: [String]) -> Diagnostic {
    guard let sdk else {
      let place = root.entries?.first?.keyPlace ?? root.place
      return .missingKeys([SpecKey.sdk.rawValue], in: Form.spec.phrase, at: place)
    }
    return .unknownName(sdk.text, "system", at: sdk.place, among: systems)
  }
}

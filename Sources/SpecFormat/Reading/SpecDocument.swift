import Diagnostics
import Traces
import YAML

/// A spec before its system is known: the tree of its file and the system that it names.
public struct SpecDocument: Sendable {
  /// The path under which its places are named.
  public let path: String
  /// The system that the spec is about, where it says so.
  public let sdk: PlacedText?
  package var root: YAMLNode
  /// Whether '<' stands anywhere; without it there are no placeholders.
  let mayHavePlaceholders: Bool

  /// Parses the bytes of a file; throws every finding about them.
  public init(_ bytes: [UInt8], path: String) throws(Diagnostics) {
    self.path = path
    if bytes.starts(with: "{\"pushtrace\":".utf8) {
      throw Diagnostics([
        Diagnostic(
          .wrongShape, "this is a trace, and no YAML",
          at: Place(file: path, line: 1, column: 1),
          proposal: "'replay', 'show' and 'conform' take it")
      ])
    }
    root = try parseYAML(bytes, file: path)
    // Gathered and not looked for: that is computed for many bytes at once.
    mayHavePlaceholders = bytes.reduce(0 as UInt8) { $0 | ($1 == UInt8(ascii: "<") ? 1 : 0) } != 0
    guard root.entries != nil else {
      throw Diagnostics([.wrongShape(root, expected: "a spec is a map: format, sdk, scenarios, …")])
    }
    sdk = root[SpecKey.sdk].flatMap { node in
      node.text.map { PlacedText(text: $0, place: node.place) }
    }
  }

  /// Whether it has scenarios: a file of rules has none.
  public var isSpec: Bool { root[SpecKey.scenarios] != nil }

  /// The finding for a file that specs use and that is none itself.
  var otherFile: Diagnostic? {
    if isSpec { return nil }
    let place = root.entries?.first?.keyPlace ?? root.place
    if root[FixtureKey.fixture] != nil {
      return Diagnostic(
        .missingKey, "this is a fixture, and no spec: it has no scenarios", at: place,
        proposal: "name it under 'given: { use: […] }' in a spec")
    }
    if path.hasSuffix(".rules.yaml"), root[RulesKey.always] != nil {
      return Diagnostic(
        .missingKey, "this is a file of rules, and no spec: it has no scenarios", at: place,
        proposal: "give it to 'conform --rules', or name it under 'always:' in a spec")
    }
    return nil
  }

  /// Leaves out the scenarios that name none of these events and effects; a name that a row of
  /// examples puts together from several cells is not seen.
  public func withScenarios(thatName names: [String]) -> SpecDocument {
    guard let scenarios = root[SpecKey.scenarios]?.elements,
      ![SpecKey.defaults, .groups].contains(where: { root[$0]?.names(names) == true })
    else { return self }
    var document = self
    document.root = root.holding(
      scenarios.filter { $0.names(names) }, under: SpecKey.scenarios.rawValue)
    return document
  }

  /// The finding for a spec whose system is none of `systems`.
  public func unknownSystem(among systems: [String]) -> Diagnostic {
    guard let sdk else {
      let place = root.entries?.first?.keyPlace ?? root.place
      return .missingKeys([SpecKey.sdk.rawValue], in: Form.spec.phrase, at: place)
    }
    return .unknownName(sdk.text, "system", at: sdk.place, among: systems)
  }
}

/// The files around a spec, read through whatever the command is given; paths are as the user
/// writes them, with '/' between folders.
public struct SpecFiles: Sendable {
  private let content: @Sendable (String) -> [UInt8]?
  private let trace: @Sendable (String) -> TraceOpener?
  private let refusal: @Sendable (String) -> String?
  /// The names of what stands in a folder.
  package let listing: @Sendable (String) -> [String]

  /// Reads files by `content` and streams traces by `trace`; both give `nil` where there is no
  /// such file. `listing` names what stands in a folder, to be proposed; `refusal` says why a file
  /// may not be read.
  public init(
    trace: @escaping @Sendable (String) -> TraceOpener?,
    listing: @escaping @Sendable (String) -> [String] = { _ in [] },
    refusal: @escaping @Sendable (String) -> String? = { _ in nil },
    _ content: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.trace = trace
    self.listing = listing
    self.refusal = refusal
    self.content = content
  }

  /// Files whose traces are small enough to be held in memory.
  public init(_ content: @escaping @Sendable (String) -> [UInt8]?) {
    self.init(
      trace: { path in
        guard let bytes = content(path) else { return nil }
        return { () throws(Diagnostic) in byteSource(of: bytes) }
      }, content)
  }

  /// The bytes of a file.
  public subscript(path: String) -> [UInt8]? { content(path) }

  /// The file called `name` in the folder of `spec`, in the nearest folder above it, or in
  /// `Specs` of the working directory.
  package func nearest(_ name: String, to spec: String) -> (path: String, bytes: [UInt8])? {
    for folder in SpecFiles.folders(around: spec) {
      if let bytes = content(folder + name) { return (folder + name, bytes) }
    }
    return nil
  }

  /// Lists the names that a spec at `spec` has for files in `folder` beside it and above it: what
  /// stands before `suffix`. Files of another system than `system` are left out; those that cannot
  /// be read are not, since they say why when they are used.
  package func names(
    in folder: String, suffix: String, near spec: String, of system: String?
  ) -> [String] {
    SpecFiles.folders(around: spec).flatMap { listing($0 + folder) }
      .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
      .sorted().eachOnce()
      .filter { name in
        guard let system, let file = nearest("\(folder)/\(name)\(suffix)", to: spec),
          let root = try? parseYAML(file.bytes, file: file.path)
        else { return true }
        return root["sdk"]?.text ?? system == system
      }
  }

  /// The folders in which `nearest` looks, each with the '/' behind it.
  package static func folders(around spec: String) -> [String] {
    var folders = spec.indices.reversed().filter { spec[$0] == "/" }.map { String(spec[...$0]) }
    if !spec.hasPrefix("/") {
      // The working directory may lie deep in a project; beyond the root there is only the root.
      folders += (0...16).map { String(repeating: "../", count: $0) }
    }
    return folders + ["Specs/"]
  }

  /// The table that `name` means when a spec at `spec` says it.
  func table(_ name: String, beside spec: String) -> (path: String, bytes: [UInt8])? {
    found(name, beside: spec, content)
  }

  /// Gives the reason why a file that a spec names may not be read; `nil` where it may.
  func refusal(of name: String, beside spec: String) -> String? {
    found(name, beside: spec, refusal)?.1
  }

  /// The trace that `name` means when a spec at `spec` says it.
  func trace(_ name: String, beside spec: String) -> (path: String, open: TraceOpener)? {
    found(name, beside: spec, trace)
  }

  /// The result of `find` for the path of `name` beside the spec, else for the name as it is.
  private func found<Found>(
    _ name: String, beside spec: String, _ find: (String) -> Found?
  ) -> (String, Found)? {
    if !name.hasPrefix("/"), let slash = spec.lastIndex(of: "/") {
      let path = "\(spec[..<slash])/\(name)"
      if let found = find(path) { return (path, found) }
    }
    return find(name).map { (name, $0) }
  }
}

extension YAMLNode {
  /// Whether one of `names` is a key or a text of it, or may come from a file of examples.
  fileprivate func names(_ names: [String]) -> Bool {
    switch content {
    case .scalar(let text, _): names.contains(text)
    case .list(let elements): elements.contains { $0.names(names) }
    case .map(let entries):
      entries.contains { entry in
        names.contains(entry.key) || entry.value.names(names)
          || entry.key == ScenarioKey.examples.rawValue && entry.value[ExamplesKey.file] != nil
      }
    }
  }
}

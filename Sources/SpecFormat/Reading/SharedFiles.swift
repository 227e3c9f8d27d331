import Diagnostics
import YAML

/// Files that the scenarios of a spec share: each stands in the spec's folder, above it, or in
/// `Specs` of the working directory.
///
/// A class, so that a file that many scenarios use is read and parsed once.
final class SharedFiles {
  private let files: SpecFiles
  private let spec: String
  /// The files read so far by their names; `nil` for those that cannot be parsed.
  private var parsed: [String: YAMLNode?] = [:]

  init(files: SpecFiles, spec: String) {
    self.files = files
    self.spec = spec
  }

  /// The tree of the file called `name`, `nil` and a finding where it cannot be parsed; `missing`
  /// makes the finding where there is none.
  func root(_ name: String, _ findings: Findings, missing: () -> Diagnostic) -> YAMLNode? {
    if let known = parsed[name] { return known }
    guard let (path, bytes) = files.nearest(name, to: spec) else {
      findings.add(missing())
      return nil
    }
    let root = findings.parsed(bytes, path)
    parsed[name] = .some(root)
    return root
  }
}

extension ReadingContext {
  /// Refuses a file of another format or for another system than the spec's, which uses it at
  /// `use`; `subject` begins the message.
  ///
  /// - Returns: Whether the rest of it can be read: the names of another system are other ones.
  func checkShared(
    format: YAMLNode?, sdk: YAMLNode?, _ subject: String, usedAt use: Place
  ) -> Bool {
    checkFormat(format, findings)
    guard let sdk, sdk.text != system.name else { return true }
    findings.add(
      .otherSystem, "\(subject) for '\(short(shown(sdk)))', the spec for '\(system.name)'",
      at: sdk.place, labels: [.init(sdk.place, ""), .init(use, "used here")])
    return false
  }
}

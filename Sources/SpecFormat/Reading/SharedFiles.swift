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

import Foundation
import SpecFormat

/// The files of the project that an input may name, held in memory: an input is judged the same
/// whatever else lies on the disk, and without waiting for it.
public struct ProjectFolder: Sendable {
  private let contents: [String: [UInt8]]

  /// Reads the fixtures and the traces below `path`.
  public init(_ path: String) {
    var contents: [String: [UInt8]] = [:]
    for folder in ["Specs/fixtures", "Traces/mobilepush", "Traces/mobile_engage"] {
      let base = URL(filePath: path).appending(path: folder)
      for name in (try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? [] {
        let bytes = try? Data(contentsOf: base.appending(path: name))
        contents["\(folder)/\(name)"] = bytes.map { [UInt8]($0) }
      }
    }
    self.contents = contents
  }

  /// The specs below `path` in the order of their names, as the command finds them.
  public static func specs(below path: String) -> [String] {
    let base = URL(filePath: path).appending(path: "Specs")
    let names =
      FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".spec.yaml") }.sorted().map { "Specs/\($0)" }
  }

  /// The files as specs look for them.
  public var specFiles: SpecFiles { SpecFiles { contents[$0] } }
}

import EventSourcing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds files and writes them.
enum FileTree {
  /// Whether `path` is a folder; `nil` when there is nothing.
  static func isFolder(_ path: String) -> Bool? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
    return type as? FileAttributeType == .typeDirectory
  }

  /// The files below a folder whose names end in `suffix`, sorted by path, and the folders that
  /// cannot be read, which hide what they hold.
  ///
  /// Hidden folders are passed over. The order is by bytes, the same on every machine.
  static func files(
    below folder: String, suffix: String
  ) -> (found: [String], unreadable: [String]) {
    var found: [String] = []
    var unreadable: [String] = []
    var open = [folder]
    while let next = open.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: next) else {
        unreadable.append(next)
        continue
      }
      for name in names where !name.hasPrefix(".") {
        let path = next.hasSuffix("/") ? next + name : "\(next)/\(name)"
        if isFolder(path) == true {
          open.append(path)
        } else if name.hasSuffix(suffix) {
          found.append(path)
        }
      }
    }
    return (found.sorted(by: precedes), unreadable.sorted(by: precedes))
  }

  /// Writes a file, making its folder where it is missing.
  static func write(_ bytes: [UInt8], to path: String) throws(Stop) {
    do {
      if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
        let folder = String(path[..<slash])
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      }
      try Data(bytes).write(to: URL(filePath: path))
    } catch {
      throw Stop(.invalid, "cannot write '\(path)': \(error)")
    }
  }
}

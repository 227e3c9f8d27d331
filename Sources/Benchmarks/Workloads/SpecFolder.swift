import Foundation

/// Specs in a folder that is removed with its last holder.
final class SpecFolder {
  let path = temporaryPath("specs")

  init(_ files: [[UInt8]]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (number, bytes) in files.enumerated() {
      try Data(bytes).write(to: URL(filePath: "\(path)/small-\(number).spec.yaml"))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

import Foundation

/// Runs one part of a benchmark in a process of its own and returns what it printed.
func inOwnProcess(_ arguments: String...) throws -> [String] {
  let process = Process()
  process.executableURL = executable()
  process.arguments = arguments
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw PartFailed(name: arguments[0]) }
  return String(decoding: bytes, as: UTF8.self).split(separator: " ").map {
    $0.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// This program's file.
func executable() -> URL? {
  #if os(Linux)
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  #else
    Bundle.main.executableURL
  #endif
}

/// A part of a benchmark ended with an error of its own.
struct PartFailed: Error {
  let name: String
}

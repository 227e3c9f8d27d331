import ArgumentParser
import Diagnostics
import Files
import Replay
import SpecFormat
import Traces

/// A trace on disk, of whatever system its header names.
struct TraceFile {
  let input: ReplayInput
  private(set) var isLog = false

  var path: String { input.file }

  init(_ path: String) {
    if LogFolder.isLog(path) {
      RunFiles.current.note(log: path)
      isLog = true
      input = LogFolder.input(path)
      return
    }
    if let finding = TraceFile.refusal(ofFolder: path) {
      input = ReplayInput(file: path) { () throws(Diagnostic) in throw finding }
      return
    }
    input =
      OpenFile.isRepeatable(path)
      ? ReplayInput(
        file: path, bytes: TraceFile.randomAccess(to: path), open: TraceFile.opener(of: path))
      : TraceFile.stream(path)
  }

  init(_ input: ReplayInput) { self.input = input }

  init(_ name: String, bytes: [UInt8]) { self.init(ReplayInput(file: name, bytes: bytes)) }

  /// The trace of one device of a stream; its name stands for a path in findings.
  init(_ device: DeviceTrace) {
    let name = device.device
    guard !device.isTooLong else {
      input = ReplayInput(file: name) { () throws(Diagnostic) in throw .unreadable(name, .tooLong) }
      return
    }
    input = ReplayInput(file: name, bytes: device.bytes)
  }

  /// Opens the file at `path` whenever its bytes are wanted from the first one on.
  static func opener(of path: String) -> TraceOpener {
    { () throws(Diagnostic) in
      let file = try OpenFile(path)
      var isStart = true
      return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
        let count = try file.read(into: buffer)
        if isStart, let finding = TraceFile.refusal(of: path, buffer.prefix(count)) {
          throw finding
        }
        isStart = false
        return count
      }
    }
  }

  /// The file at `path` from any of its bytes on; `nil` for what has no size.
  private static func randomAccess(to path: String) -> RandomAccess? {
    guard let status = try? FileStatus(path), status.kind == .file else { return nil }
    return RandomAccess(size: Int(status.version.size)) { (offset) throws(Diagnostic) in
      let file = try OpenFile(path)
      try file.seek(to: offset)
      return file.read
    }
  }

  /// A pipe can be read only once, and a trace is read from its start several times.
  private static func stream(_ path: String) -> ReplayInput {
    let content = Result { () throws(Diagnostic) in try FileBytes.contents(ofStream: path) }
    return ReplayInput(file: path) { () throws(Diagnostic) in
      let bytes = try content.get()
      if let finding = refusal(of: path, bytes.prefix(3)) { throw finding }
      return byteSource(of: bytes)
    }
  }

  /// Says why a file that begins with these bytes is no trace.
  private static func refusal(of path: String, _ start: some Sequence<UInt8>) -> Diagnostic? {
    if path.hasSuffix(".spec.yaml"), !start.starts(with: "{".utf8) {
      return Diagnostic(
        .notATrace, "this is a spec, and no trace", at: Place(file: path, line: 1, column: 1),
        labels: [], notes: ["help: 'check' runs it"])
    }
    guard start.starts(with: [0xEF, 0xBB, 0xBF]) else {
      return .compressed(path, start)
    }
    return Diagnostic(
      .notATrace, "the trace begins with a byte order mark",
      at: Place(file: path, line: 1, column: 1), labels: [],
      notes: ["help: tail -c +4 leaves out its three bytes"])
  }

  /// The paths of the traces that a command line means; it has to mean one.
  static func found(_ arguments: [String]) throws -> [String] {
    let paths = try paths(arguments)
    if paths.isEmpty { throw Stop.noTrace }
    return paths
  }

  /// The paths of the traces that a command line means: files and logs as they are, and those below
  /// folders.
  static func paths(_ arguments: [String]) throws(ValidationError) -> [String] {
    if arguments.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input has one trace: name '-' once")
    }
    return arguments.flatMap { argument in
      guard FileTree.isFolder(argument) == true, !LogFolder.isLog(argument) else {
        return [argument]
      }
      // A folder that cannot be read is kept, so that its reading fails with a finding.
      let (found, unreadable) = files(below: argument)
      noteMisnamed(below: argument)
      return found + unreadable.map { $0.path }
    }
  }

  private static func files(
    below folder: String
  ) -> (found: [String], unreadable: [FileTree.Unreadable]) {
    FileTree.files(below: folder, suffix: ".trace.jsonl", isWhole: LogFolder.isLog)
  }

  /// Says which traces stand below a folder where one trace is wanted; `nil` for what is no folder,
  /// or cannot be read.
  private static func refusal(ofFolder path: String) -> Diagnostic? {
    guard FileTree.isFolder(path) == true else { return nil }
    let (found, unreadable) = files(below: path)
    if !unreadable.isEmpty { return nil }
    let names = found.prefix(5).map(shellWord).joined(separator: ", ")
    return Diagnostic(
      .noFile, "'\(path)' is a folder, and no trace",
      notes: found.isEmpty
        ? ["no trace and no log is below it"]
        : ["help: name one of these: \(names)\(found.count > 5 ? ", …" : "")"])
  }

  /// Leaves it to the end of the run to say which files below a folder are traces and have other
  /// names.
  private static func noteMisnamed(below folder: String) {
    let (files, _) = FileTree.files(
      below: folder, suffix: ".json", ".jsonl", ".trace.jsonl.gz", isWhole: LogFolder.isLog)
    let misnamed = files.filter {
      !$0.hasSuffix(".trace.jsonl") && ($0.hasSuffix(".gz") || startsWithHeader($0))
    }
    guard let first = misnamed.first else { return }
    let rest = misnamed.count - 1
    let others = rest == 0 ? "" : ", and so \(rest == 1 ? "is" : "are") \(counted(rest, "other"))"
    RunFiles.current.note([
      Diagnostic(
        .misnamedTrace, severity: .warning, "'\(first)' is a trace and is passed over\(others)",
        notes: [
          "help: a folder stands for its *.trace.jsonl; rename the file, or name it by itself"
        ])
    ])
  }

  /// Tells whether a file begins as traces do, without making it an input of the run, which may
  /// write to it.
  private static func startsWithHeader(_ path: String) -> Bool {
    guard (try? FileStatus(path))?.kind == .file, let file = try? POSIX.openFile(path) else {
      return false
    }
    defer { POSIX.closeFile(file) }
    // A report of ours begins with its verb.
    let header = #"{"pushtrace":1,"sdk":"#
    return (try? POSIX.readBytes(file, upTo: header.utf8.count)) == Array(header.utf8)
  }

  /// Leaves it to the end of the run to say that the trace was cut or damaged, as replay says it.
  func noteEnding(as system: RegisteredSystem) throws(Diagnostic) {
    let walk = try system.erased.walk(input)
    while try walk.next() != nil {}
    RunFiles.current.note(walk.ending().warnings(path))
  }

  func system(among systems: [RegisteredSystem]) throws(Diagnostic) -> RegisteredSystem {
    let name = try traceSystem(file: path, source: input.open())
    if let system = systems.named(name) { return system }
    let known = systems.names
    throw Diagnostic(
      .otherSystem, "the trace is about '\(name)', which is no system here",
      at: Place(file: path, line: 1, column: 1), labels: [],
      notes: [didYouMean(name, among: known), "known: \(known.joined(separator: ", "))"]
        .compactMap { $0 })
  }
}

extension ArgumentHelp {
  /// The help of `--lenient`, which is the same for each verb that reads a trace.
  static var lenient: ArgumentHelp {
    "Pass over unknown names, with a warning, instead of refusing them."
  }
}

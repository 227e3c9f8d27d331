import Diagnostics
import Files
import Foundation
import Replay

/// One process from its start to its end: what it printed and what it cost.
struct ProcessRun {
  /// The text on standard output.
  private(set) var output = ""
  /// The seconds that passed.
  private(set) var elapsed = 0.0
  /// The seconds of processor time, over all cores.
  private(set) var processor = 0.0

  /// Runs `command`, which is looked up on the path, and throws where it does not exit with 0.
  init(_ command: [String], environment: [String: String] = [:]) throws {
    let printed = temporaryPath("output")
    let errors = temporaryPath("errors")
    defer { for path in [printed, errors] { unlink(path) } }
    let streams = try [printed, errors].map { try POSIX.createFile($0) }
    defer { streams.forEach(POSIX.closeFile) }
    var status: Int32 = 0
    var usage = rusage()
    let environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let span = try ContinuousClock().measure {
      // Foundation's `Process` does not hand out what the system knows about one that ended.
      let process = try POSIX.spawn(
        command, environment: environment.map { "\($0)=\($1)" }, output: streams[0],
        errors: streams[1])
      wait4(process, &status, 0, &usage)
    }
    guard status == 0 else {
      let lines = ProcessRun.text(errors).split(separator: "\n")
      throw ProcessFailed(command: command, reason: lines.last.map { String($0) } ?? "no message")
    }
    output = ProcessRun.text(printed)
    elapsed = span / .seconds(1)
    processor = ProcessRun.seconds(usage.ru_utime) + ProcessRun.seconds(usage.ru_stime)
  }

  /// The number after `"name":` in the output, the first one.
  func number(named name: String) -> Double? {
    guard let found = output.firstRange(of: "\"\(name)\":") else { return nil }
    let rest = output[found.upperBound...].drop { $0 == " " }
    return Double(rest.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "e" })
  }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

/// A process could not be started or did not exit with 0.
struct ProcessFailed: Error, CustomStringConvertible {
  let command: [String]
  let reason: String
  var description: String { "\(command.joined(separator: " ")): \(reason)" }
}

/// The programs of a run of benchmarks and the folder of its sources.
enum Programs {
  static var own: String { file.path }

  private static var file: URL {
    #if os(Linux)
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    #endif
  }

  /// The command that users run, built beside this program.
  static var pushtrace: String {
    file.deletingLastPathComponent().appending(path: "pushtrace").path
  }

  /// The scripts of peers, in the package that this file belongs to.
  static var scripts: String { "\(project)/Tests/Benchmarks" }

  /// The folder of the package.
  static var project: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
  }
}

/// A path for a file that is removed when the benchmark is through.
func temporaryPath(_ name: String) -> String {
  FileManager.default.temporaryDirectory
    .appending(path: "pushtrace-\(ProcessInfo.processInfo.processIdentifier)-\(name)").path
}

/// The calls of the allocator by a process, counted by a library that is loaded before it:
/// `Tests/Benchmarks/allocations.c`.
struct AllocationCounts {
  /// The number of blocks asked for.
  let calls: Double
  /// The most bytes that were held at one time.
  let peakBytes: Double
  let run: ProcessRun

  /// Runs `command` with its allocations counted.
  init(_ command: [String], by counter: Counter) throws {
    let path = temporaryPath("allocations")
    defer { unlink(path) }
    run = try ProcessRun(
      command, environment: ["LD_PRELOAD": counter.library, "ALLOCATIONS_FILE": path])
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 2 else {
      throw ProcessFailed(command: command, reason: "its allocations were not counted")
    }
    calls = numbers[0]
    peakBytes = numbers[1]
  }

  /// The library that counts, compiled for this run; removed with its last holder.
  final class Counter {
    let library = temporaryPath("allocations.so")

    /// `nil` where there is no C compiler, or another C library than glibc.
    init?(source: String) {
      #if os(Linux)
        guard (try? ProcessRun(["cc", "-O2", "-shared", "-fPIC", "-o", library, source])) != nil
        else { return nil }
      #else
        return nil
      #endif
    }

    deinit { unlink(library) }
  }
}

/// Measures the processor time of this process, which other work on the machine disturbs least.
func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
  let before = clock()
  try work()
  return Double(clock() - before) / Double(CLOCKS_PER_SEC)
}

func tenths(_ value: Double) -> String { String(format: "%.1f", value) }

/// A count with commas between thousands.
func grouped(_ value: Int) -> String {
  value.formatted(.number.locale(Locale(identifier: "en_US")))
}

/// A trace on disk, read in pieces as the command reads it.
func input(_ path: String) -> ReplayInput {
  ReplayInput(file: path) { () throws(Diagnostic) in
    let file = FileHandle(forReadingAtPath: path)
    return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
      max(0, read(file?.fileDescriptor ?? -1, buffer.baseAddress, buffer.count))
    }
  }
}

import Foundation

/// One process from its start to its end: what it printed and what it cost.
struct ProcessRun {
  /// What went to standard output.
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
    var status: Int32 = 0
    var usage = rusage()
    let environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let span = try ContinuousClock().measure {
      let process = try ProcessRun.spawn(command, environment, output: printed, errors: errors)
      wait4(process, &status, 0, &usage)
    }
    guard status == 0 else {
      let lines = ProcessRun.text(errors).split(separator: "\n")
      throw ProcessFailed(command: command, reason: lines.last.map { String($0) } ?? "no message")
    }
    output = ProcessRun.text(printed)
    elapsed = Double(span.components.seconds) + Double(span.components.attoseconds) / 1e18
    processor = ProcessRun.seconds(usage.ru_utime) + ProcessRun.seconds(usage.ru_stime)
  }

  /// The number after `"name":` in the output, the first one.
  func number(named name: String) -> Double? {
    guard let found = output.firstRange(of: "\"\(name)\":") else { return nil }
    let rest = output[found.upperBound...].drop { $0 == " " }
    return Double(rest.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "e" })
  }

  /// Starts a process whose output goes to files.
  ///
  /// Foundation's `Process` does not hand out what the system knows about a process that ended.
  private static func spawn(
    _ command: [String], _ environment: [String: String], output: String, errors: String
  ) throws -> pid_t {
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, path) in [(Int32(1), output), (2, errors)] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    let texts = [command, environment.map { "\($0.key)=\($0.value)" }].map { list in
      list.map { strdup($0) } + [nil]
    }
    defer { for text in texts.joined() { free(text) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, command[0], &actions, nil, texts[0], texts[1])
    guard error == 0 else {
      throw ProcessFailed(command: command, reason: String(cString: strerror(error)))
    }
    return process
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

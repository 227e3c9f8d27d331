import Foundation

/// The command that users run: `pushtrace`, built beside this program, each time in a process of
/// its own.
enum ShippedCommand {
  /// What one run cost.
  struct Cost {
    /// The seconds that passed.
    var elapsed: Double
    /// The seconds of processor time, over all cores.
    var processor: Double
    /// The most memory that it had at any time, in KiB.
    var peakMemory: Int
  }

  /// The run in the middle of `count` by elapsed time; each must exit with 0.
  static func median(of count: Int, _ arguments: String...) throws -> Cost {
    try (0..<count).map { _ in try run(arguments) }.sorted { $0.elapsed < $1.elapsed }[count / 2]
  }

  private static func run(_ arguments: [String]) throws -> Cost {
    let path = try path()
    var status: Int32 = 0
    var usage = rusage()
    let elapsed = try Stopwatch.elapsedSeconds {
      let process = try spawn([path] + arguments)
      wait4(process, &status, 0, &usage)
    }
    guard status == 0 else { throw PartFailed(name: arguments.joined(separator: " ")) }
    return Cost(
      elapsed: elapsed, processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peakMemory: kibibytes(usage))
  }

  private static func path() throws -> String {
    let path = executable()?.deletingLastPathComponent().appending(path: "pushtrace").path ?? ""
    guard FileManager.default.isExecutableFile(atPath: path) else {
      print("there is no command '\(path)': build pushtrace first, in the same configuration")
      throw PartFailed(name: "pushtrace")
    }
    return path
  }

  /// Starts a process whose standard output is thrown away.
  ///
  /// Foundation's `Process` does not hand out what the system knows about a process that ended.
  private static func spawn(_ arguments: [String]) throws -> pid_t {
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let texts = [arguments, environment].map { list in list.map { strdup($0) } + [nil] }
    defer { for text in texts.joined() { free(text) } }
    var process: pid_t = 0
    guard posix_spawn(&process, arguments[0], &actions, nil, texts[0], texts[1]) == 0 else {
      throw PartFailed(name: arguments[0])
    }
    return process
  }

  private static func kibibytes(_ usage: rusage) -> Int {
    #if os(Linux)
      usage.ru_maxrss
    #else
      usage.ru_maxrss / 1024
    #endif
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

extension POSIX {
  /// Lets a write to a closed pipe, or past the limit of a file's size, fail instead of ending the
  /// process.
  package static func ignoreSignalsOfWriting() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Occupies the standard streams that are closed, so that no file gets their descriptors and is
  /// written to as if it were the terminal. What stands there refuses every write.
  package static func occupyStandardStreams() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// The number of files that the process may have open at once.
  package static var openFileLimit: UInt64 {
    var limit = rlimit()
    #if canImport(Glibc)
      let outcome = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      let outcome = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return outcome == 0 ? UInt64(limit.rlim_cur) : .max
  }

  /// Starts a program that reads nothing; what it writes to standard error is thrown away without
  /// `errors`.
  package static func spawn(
    _ command: [String], environment: [String], output: Int32, errors: Int32? = nil
  ) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if let errors {
      posix_spawn_file_actions_adddup2(&actions, errors, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    let texts = [command, environment].map { list in list.map { strdup($0) } + [nil] }
    defer { for text in texts.joined() { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, command[0], &actions, nil, texts[0], texts[1])
    if code != 0 { throw Failure(code: code) }
    return process
  }
}

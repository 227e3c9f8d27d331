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

  /// How many files the process may have open at once.
  package static var openFileLimit: UInt64 {
    var limit = rlimit()
    #if canImport(Glibc)
      let outcome = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      let outcome = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return outcome == 0 ? UInt64(limit.rlim_cur) : .max
  }
}

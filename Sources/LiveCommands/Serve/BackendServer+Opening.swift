import Live
import LogFiles

extension BackendServer {
  /// Goes on with the log in a folder, or begins one; without a folder it is in memory.
  ///
  /// A log with gaps is refused unless `acceptsGaps`.
  static func open(
    _ folder: String?, acceptsGaps: Bool = false
  ) async throws -> any ServedBackend {
    if let folder {
      let store = try FolderStore(writing: folder)
      let memory = CallMemory<S>(FolderStore(reading: folder))
      var setup = HostSetup<S>.backends
      setup.acceptsGaps = acceptsGaps
      return await serving(
        try LiveHost<S, FolderStore>(
          setup, store: store, clock: SystemClock(), identity: drawLogIdentity,
          observer: { _ in }), memory)
    }
    return await serving(
      try LiveHost<S, MemoryStore>(
        .backends, store: MemoryStore(), clock: SystemClock(), identity: drawLogIdentity,
        observer: { _ in }), CallMemory())
  }

  private static func serving<Store: LogStore>(
    _ host: LiveHost<S, Store>, _ memory: CallMemory<S>
  ) async -> any ServedBackend {
    await host.start()
    return BackendServer(host, memory: memory) { await host.close() }
  }
}

import Live
import Files

extension BackendServer {
  /// Continues the log in a folder, or begins one; without a folder the log is in memory.
  ///
  /// `options` apply to a log in a folder; a log in memory keeps only its last part.
  static func open(
    _ folder: String?, _ options: LogOptions? = nil
  ) async throws -> any ServedBackend {
    var setup = HostSetup<S>.backends
    if let folder {
      options?.apply(to: &setup)
      let store = try FolderStore(writing: folder)
      let memory = CallMemory<S>(FolderStore(reading: folder))
      return await serving(
        try LiveHost<S, FolderStore>(
          setup, store: store, clock: SystemClock(), identity: drawLogIdentity,
          observer: { _ in }), memory)
    }
    setup.snapshots = SnapshotPolicy(interval: 0, keptSegments: 1)
    return await serving(
      try LiveHost<S, MemoryStore>(
        setup, store: MemoryStore(), clock: SystemClock(), identity: drawLogIdentity,
        observer: { _ in }), CallMemory())
  }

  private static func serving<Store: LogStore>(
    _ host: LiveHost<S, Store>, _ memory: CallMemory<S>
  ) async -> any ServedBackend {
    await host.start()
    return BackendServer(host, memory: memory) { await host.close() }
  }
}

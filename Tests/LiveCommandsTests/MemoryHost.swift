import Files
import JSON

@testable import Live
@testable import LiveCommands

/// A host on a log in memory.
typealias MemoryHost<S: LiveSystem> = LiveHost<S, MemoryStore>

extension LiveHost where Store == MemoryStore {
  /// Begins a log for the backends of the system.
  init() throws {
    try self.init(
      .backends, store: MemoryStore(), clock: SystemClock(), identity: drawLogIdentity
    ) { _ in }
  }

  /// The records in the log.
  var records: [JSONTree] {
    guard var reader = try? LogReader(host.log.store) else { return [] }
    var records: [JSONTree] = []
    while let item = try? reader.next() {
      if case .record(_, let line) = item, let record = try? JSONTree(Array(line)) {
        records.append(record)
      }
    }
    return records
  }

  /// The notes in the log.
  var notes: [String] { records.compactMap { $0["note"]?.text } }
}

import Diagnostics
import Simulation

/// The snapshots beside a log; a start uses the last one that fits.
struct SnapshotFiles<S: LiveSystem, Store: LogStore> {
  typealias Memory = HostMemory<S.Machine>

  /// The snapshots that were not used, each with the reason why.
  private(set) var refused: [String] = []

  private var store: Store
  private let log: LogReader<Store>
  private let names: [String]

  /// Finds the snapshots of a log.
  init(_ log: LogReader<Store>) {
    self.log = log
    store = log.store
    // If the folder cannot be listed, opening the log reports it.
    let files = LogSnapshot.files(among: (try? store.names()) ?? [])
    // Snapshots older than the one with which the log begins are no longer needed.
    names = files.filter { LogSnapshot.seq(of: $0) ?? 0 >= log.lastSeq }
  }

  /// Moves `reader` past the last snapshot that fits the log; `nil` if none does.
  mutating func skip(in reader: inout LogReader<Store>) -> Memory? {
    for name in names {
      guard let snapshot = read(name) else { continue }
      guard (try? reader.skip(to: snapshot.position)) == true else {
        refuse(snapshot.position.seq, "the log is another one up to there")
        continue
      }
      if let memory = memory(snapshot) { return memory }
      reader = log
    }
    return nil
  }

  /// Reads every snapshot that can be read, by the number of its record.
  mutating func all() -> [Int64: Memory] {
    var found: [Int64: Memory] = [:]
    for name in names {
      if let snapshot = read(name) { found[snapshot.position.seq] = memory(snapshot) }
    }
    return found
  }

  mutating func refuse(_ seq: Int64, _ reason: String) {
    refused.append("\(LogSnapshot.file(seq)): \(reason)")
  }

  private mutating func read(_ name: String) -> LogSnapshot? {
    let seq = LogSnapshot.seq(of: name) ?? 0
    do throws(LogStoreError) {
      let bytes = try store.read(name, from: 0, count: try store.size(of: name))
      do throws(LogSnapshot.Refusal) {
        let snapshot = try LogSnapshot(bytes, log: log.identity)
        if snapshot.position.seq == seq { return snapshot }
        refuse(seq, "it is the snapshot behind record \(snapshot.position.seq)")
      } catch {
        refuse(seq, error.message)
      }
    } catch {
      refuse(seq, error.message)
    }
    return nil
  }

  private mutating func memory(_ snapshot: LogSnapshot) -> Memory? {
    do throws(Diagnostic) {
      return try Memory(snapshot, header: log.header, sdk: S.name, backends: S.backends)
    } catch {
      refuse(snapshot.position.seq, ([error.message] + error.notes).joined(separator: ": "))
      return nil
    }
  }
}

extension LogSnapshot.Refusal {
  fileprivate var message: String {
    switch self {
    case .damaged: "it is damaged"
    case .otherLog: "it belongs to another log"
    case .otherEngine(let version): "version \(version) of the engine has written it"
    }
  }
}

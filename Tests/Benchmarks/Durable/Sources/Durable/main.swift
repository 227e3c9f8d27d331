import Foundation
import GRDB
import Live
import Files

// Appends to our log and to SQLite under `synchronous = FULL`, in the same run and on the same
// disk: one sync for each commit on both sides. Ratios are what counts.

/// A line of a trace, as long as most are.
func line(_ number: Int) -> String {
  "{\"seq\":\(number),\"at\":\(1_767_603_600_000 + number),\"event\":\"attribute_set\",\"data\":"
    + "{\"key\":\"city\",\"value\":\"A value of some length, as attributes have it\"}}\n"
}

/// Appends a second at `batch` records a commit, through our log.
func ours(_ folder: String, batch: Int, records: Int) throws -> Double {
  let lines = (1...records).map { Array(line($0).utf8) }
  var log = try DurableLog(
    beginning: drawLogIdentity(), header: Array("{\"pushtrace\":1}\n".utf8), namesParties: false,
    in: FolderStore(writing: folder))
  let seconds = try time {
    for (index, line) in lines.enumerated() {
      line.withUnsafeBytes { log.append($0) }
      if (index + 1) % batch == 0 { try log.commit() }
    }
    try log.commit()
  }
  var reader = try LogReader(FolderStore(reading: folder))
  var count = 0
  while case .record? = try reader.next() { count += 1 }
  precondition(count == records, "\(count) of \(records) records were read back")
  return Double(records) / seconds
}

/// Appends a second at `batch` rows a transaction, through GRDB.
func sqlite(_ path: String, batch: Int, records: Int) throws -> Double {
  let lines = (1...records).map { line($0) }
  let pool = try DatabasePool(path: path)
  // Turning WAL on sets it back to NORMAL: it is set, and read back, behind that.
  try pool.writeWithoutTransaction { database in
    try database.execute(sql: "PRAGMA synchronous = FULL")
    let level = try Int.fetchOne(database, sql: "PRAGMA synchronous")
    precondition(level == 2, "synchronous is \(level ?? -1) and not FULL")
    try database.execute(sql: "CREATE TABLE log (seq INTEGER PRIMARY KEY, line TEXT NOT NULL)")
  }
  let seconds = try time {
    var start = 0
    while start < records {
      let end = min(start + batch, records)
      try pool.write { database in
        let insert = try database.cachedStatement(
          sql: "INSERT INTO log (seq, line) VALUES (?, ?)")
        for index in start..<end { try insert.execute(arguments: [index + 1, lines[index]]) }
      }
      start = end
    }
  }
  let count = try pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM log") }
  precondition(count == records)
  return Double(records) / seconds
}

func time(_ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try body()
  let spent = (clock.now - start).components
  return Double(spent.seconds) + Double(spent.attoseconds) / 1e18
}

let base = CommandLine.arguments.dropFirst().first ?? FileManager.default.currentDirectoryPath
let folder = "\(base)/durable-\(ProcessInfo.processInfo.processIdentifier)"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }

print("records a commit    ours/s    GRDB FULL/s    ratio")
for (batch, records) in [(1, 2_000), (128, 128_000), (1_024, 512_000)] {
  var (best, peer) = (0.0, 0.0)
  for run in 1...3 {
    best = max(best, try ours("\(folder)/ours-\(batch)-\(run)", batch: batch, records: records))
    peer = max(
      peer, try sqlite("\(folder)/grdb-\(batch)-\(run).sqlite", batch: batch, records: records))
  }
  let ratio = String(format: "%.1f", best / peer)
  print("\(batch)\t\(Int(best))\t\(Int(peer))\t\(ratio)")
}

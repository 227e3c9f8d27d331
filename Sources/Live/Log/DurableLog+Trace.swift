import Diagnostics
import EventSourcing
import Simulation
import Traces

extension DurableLog {
  /// Begins a log with the records of a trace, each in our writer's form.
  ///
  /// `open` opens the trace at its first byte, more than once.
  ///
  /// - Returns: How many records there are.
  /// - Throws: `Diagnostic` where the trace cannot be read or a record is missing, `LogStoreError`
  ///   where the store fails.
  public static func begin<S: System>(
    with open: () throws(Diagnostic) -> ByteSource, of file: String, as system: S.Type,
    identity: String, in store: Store
  ) throws -> Int64 {
    let defaults = TraceDefaults<S.Machine>(
      sdk: S.name, profiles: S.profiles.map { ($0.name, $0.readings) }, config: S.defaultConfig)
    var parties = try TraceReader(file: file, defaults: defaults, source: open())
    var namesParties = false
    while !namesParties, let line = try parties.next() { namesParties = line.party != soleParty }

    var reader = try TraceReader(file: file, defaults: defaults, source: open())
    var writer = TraceWriter(reader.header, namesParties: namesParties)
    var log = try DurableLog(
      beginning: identity, header: writer.take(), namesParties: namesParties, in: store)
    var last: Int64 = 0
    while let line = try reader.next() {
      guard let record = try reader.record(line) else { continue }
      guard record.seq == last + 1 else {
        throw Diagnostic(
          .traceDamaged, "record \(record.seq) follows record \(last): a log misses none",
          at: Place(file: file, line: reader.lineNumber, column: 1), labels: [],
          notes: ["'pushtrace verify --seal' numbers the records of a trace anew"])
      }
      last = record.seq
      writer.append(record)
      writer.take().withUnsafeBytes { log.append($0) }
      if log.waiting >= 1_024 { try log.commit() }
    }
    try log.commit()
    return last
  }
}

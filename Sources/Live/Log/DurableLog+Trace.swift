import Diagnostics
import EventSourcing
import Simulation
import Traces

extension DurableLog {
  /// Begins a log with the records of a trace, each in our writer's form.
  ///
  /// `open` opens the trace at its first byte; it is called more than once.
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
    while !namesParties, try parties.next() != nil { namesParties = parties.party != soleParty }

    var reader = try TraceReader(file: file, defaults: defaults, source: open())
    var writer = TraceWriter(reader.header, namesParties: namesParties)
    let header = writer.take()
    var line = try reader.next()
    var log: DurableLog
    let first: Int64
    if let start = line, start.kind == .snapshot, let record = try reader.record(start) {
      // A rotated trace continues the numbers of the one before.
      first = start.seq
      writer.append(record)
      log = try DurableLog(
        beginning: identity, header: header, namesParties: namesParties,
        with: LogMemory(host: LogMemory.noHost, snapshot: writer.take()), after: first - 1,
        in: store)
      line = try reader.next()
    } else {
      first = 1
      log = try DurableLog(
        beginning: identity, header: header, namesParties: namesParties, in: store)
    }
    var last = log.lastDurable
    while let next = line {
      if let record = try reader.record(next) {
        guard record.seq == last + 1 else {
          throw Diagnostic(
            .traceDamaged,
            "record \(record.seq) follows record \(last), but a log needs every record",
            at: Place(file: file, line: reader.lineNumber, column: 1), labels: [],
            notes: ["'pushtrace verify --seal' numbers the records of a trace anew"])
        }
        last = record.seq
        writer.append(record)
        writer.take().withUnsafeBytes { log.append($0) }
        if log.waiting >= 1_024 { try log.commit() }
      }
      line = try reader.next()
    }
    try log.commit()
    return last - first + 1
  }
}

import Diagnostics
import Traces

extension Trace {
  /// Reads a trace from the bytes of `file`; a cut or damaged one is read as far as it goes.
  public init(
    decoding bytes: [UInt8], file: String,
    defaults: TraceDefaults<Machine> = TraceDefaults(), lenient: Bool = false
  ) throws(Diagnostic) {
    var reader = try TraceReader(
      file: file, defaults: defaults, lenient: lenient, source: byteSource(of: bytes))
    var records: [Entry] = []
    while let line = try reader.next() {
      if let record = try reader.record(line) { records.append(record) }
    }
    self.init(header: reader.header, records: records)
    ending = reader.ending
  }
}

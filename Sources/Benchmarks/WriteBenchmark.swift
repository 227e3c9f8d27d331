import EventSourcing
import Foundation
import Systems
import Traces

/// Writes 150,000 records with the library, the same lines by JSONEncoder, and seals them with the
/// command, which reads and writes them.
func writeBenchmark(_ arguments: [String]) throws {
  let records = recordsInUse(150_000)
  var size = 0
  let seconds = Stopwatch.median(of: 5) { size = write(records).count }
  print("writing of \(grouped(records.count)) records, \(size / 1_000_000) MB of JSON Lines")
  print(
    "  library, TraceWriter: \(nanoseconds(seconds, each: records.count)) ns a record, ",
    terminator: "")
  print("\(tenths(Double(size) / 1e6 / seconds)) MB/s, hash included")
  let lines = try decoded(write(records))
  let encoder = JSONEncoder()
  var encoded = 0
  let baseline = try Stopwatch.seconds {
    for line in lines { encoded += try encoder.encode(line).count + 1 }
  }
  print(
    "  baseline, JSONEncoder: \(nanoseconds(baseline, each: lines.count)) ns a record, ",
    terminator: "")
  print("\(encoded / 1_000_000) MB, without a hash")
  print("  the library is \(tenths(baseline / seconds)) times as fast (target: 50)")
  let path = temporaryPath("write.trace.jsonl")
  defer { try? FileManager.default.removeItem(atPath: path) }
  try Data(write(records)).write(to: URL(filePath: path))
  let command = try ShippedCommand.median(of: 3, "verify", "--seal", path)
  print("  command, verify --seal: ", terminator: "")
  print("\(nanoseconds(command.processor, each: records.count)) ns a record, read and written")
}

/// All bytes of a trace, taken from its writer piece by piece as a recorder takes them.
private func write(_ records: [WorldRecord]) -> [UInt8] {
  var writer = TraceWriter<MobilePushWorld>(.ofBenchmarks, namesParties: false)
  var bytes: [UInt8] = []
  for record in records {
    writer.append(record)
    if writer.pending > 1 << 16 { bytes += writer.take() }
  }
  writer.finish()
  return bytes + writer.take()
}

private func decoded(_ bytes: [UInt8]) throws -> [DecodedLine] {
  let decoder = JSONDecoder()
  let lines = bytes.split(separator: 0x0A).dropFirst().dropLast()
  return try lines.map { try decoder.decode(DecodedLine.self, from: Data($0)) }
}

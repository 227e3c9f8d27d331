import EventSourcing
import Foundation
import Systems
import Traces

/// Writes 150,000 records, and the same lines by JSONEncoder.
func writeBenchmark(_ arguments: [String]) throws {
  let records = recordsInUse(150_000)
  var size = 0
  let seconds = Stopwatch.median(of: 5) { size = write(records).count }
  print("writing of \(grouped(records.count)) records, \(size / 1_000_000) MB of JSON Lines")
  print("  TraceWriter: \(nanoseconds(seconds, each: records.count)) ns a record, ", terminator: "")
  print("\(tenths(Double(size) / 1e6 / seconds)) MB/s, hash included")
  let lines = try decoded(write(records))
  let encoder = JSONEncoder()
  var encoded = 0
  let baseline = try Stopwatch.seconds {
    for line in lines { encoded += try encoder.encode(line).count + 1 }
  }
  print("  JSONEncoder: \(nanoseconds(baseline, each: lines.count)) ns a record, ", terminator: "")
  print("\(encoded / 1_000_000) MB, without a hash")
  print("  ratio: \(tenths(baseline / seconds)) times as fast (target: 50)")
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

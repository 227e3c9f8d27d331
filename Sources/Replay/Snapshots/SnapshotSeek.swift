import Diagnostics
import JSON
import Traces

extension ReplayInput {
  /// The part of the trace from the last snapshot at or before the record `seq` up to the first
  /// one behind it; `nil` where there is no such snapshot, or it is not written in our form.
  ///
  /// The file is searched by halving, so that the cost does not grow with its length.
  public func section(around seq: Int64) throws(Diagnostic) -> ReplayInput? {
    guard let bytes else { return nil }
    let search = try SnapshotSearch(bytes)
    guard let first = try search.record(at: search.header.count), first.seq <= seq,
      let start = try search.snapshot(upTo: seq)
    else { return nil }
    let end = try search.snapshot(after: seq)?.offset ?? bytes.size
    var section = ReplayInput(file: file) { () throws(Diagnostic) in
      chained(
        byteSource(of: search.header),
        limited(try bytes.open(start.offset), to: end - start.offset))
    }
    section.firstLine = 2 + Int(clamping: min(start.seq &- first.seq, Int64(bytes.size)))
    section.firstRecord = start.seq
    return section
  }
}

/// Looks for snapshots in a trace without reading all of it.
private struct SnapshotSearch {
  /// The first line with its line end.
  let header: [UInt8]
  private let bytes: RandomAccess

  struct Found {
    var offset: Int
    var seq: Int64
    var isSnapshot: Bool
  }

  private static let block = 1 << 20
  /// The number of bytes within which the members before a snapshot's own lie.
  private static let head = 1 << 12
  private static let mark = Array(#","snapshot":{"#.utf8)

  init(_ bytes: RandomAccess) throws(Diagnostic) {
    self.bytes = bytes
    var start: [UInt8] = []
    var wanted = SnapshotSearch.head
    repeat {
      wanted *= 2
      start = try bytes.read(from: 0, count: wanted)
    } while !start.contains(0x0A) && start.count == wanted && wanted < SnapshotSearch.block << 4
    header = Array(start.prefix { $0 != 0x0A }) + [0x0A]
  }

  /// The record whose line begins at `offset`; `nil` where there is none in our writer's form.
  func record(at offset: Int) throws(Diagnostic) -> Found? {
    guard offset < bytes.size else { return nil }
    return found(in: try bytes.read(from: offset, count: SnapshotSearch.head)[...], at: offset)
  }

  func snapshot(upTo seq: Int64) throws(Diagnostic) -> Found? {
    var end = min(bytes.size, try offset(behind: seq) + SnapshotSearch.head)
    while end > header.count {
      let start = max(header.count, end - SnapshotSearch.block)
      let last = try snapshots(from: start, to: end).last { $0.seq <= seq }
      if let last { return last }
      end = start
    }
    return nil
  }

  func snapshot(after seq: Int64) throws(Diagnostic) -> Found? {
    var start = max(header.count, try offset(behind: seq) - SnapshotSearch.head)
    while start < bytes.size {
      let end = min(bytes.size, start + SnapshotSearch.block)
      if let first = try snapshots(from: start, to: end).first(where: { $0.seq > seq }) {
        return first
      }
      start = end
    }
    return nil
  }

  /// Finds the offset of the first record behind `seq`, or one a little before it.
  private func offset(behind seq: Int64) throws(Diagnostic) -> Int {
    var low = header.count
    var high = bytes.size
    while high - low > SnapshotSearch.head {
      let middle = low + (high - low) / 2
      guard let next = try nextLine(after: middle, before: high),
        let record = try record(at: next), record.seq <= seq
      else {
        high = middle
        continue
      }
      low = next
    }
    // The line at `low` may be longer than what is left between the two.
    return try nextLine(after: low, before: bytes.size) ?? bytes.size
  }

  /// Finds the offset of the first line after `offset`; `nil` where it is not before `limit`.
  private func nextLine(after offset: Int, before limit: Int) throws(Diagnostic) -> Int? {
    var position = offset
    while position < limit {
      let piece = try bytes.read(from: position, count: 1 << 14)
      if piece.isEmpty { return nil }
      if let end = piece.firstIndex(of: 0x0A) {
        let next = position + end + 1
        return next < limit ? next : nil
      }
      position += piece.count
    }
    return nil
  }

  private func snapshots(from start: Int, to end: Int) throws(Diagnostic) -> [Found] {
    let first = max(0, start - SnapshotSearch.head)
    let piece = try bytes.read(from: first, count: end - first + SnapshotSearch.mark.count)
    var result: [Found] = []
    var position = start - first
    while let place = piece.place(of: SnapshotSearch.mark, from: position) {
      position = place + 1
      guard let lineEnd = piece[..<place].lastIndex(of: 0x0A) else { continue }
      let line = found(in: piece[(lineEnd + 1)...], at: first + lineEnd + 1)
      if let line, line.isSnapshot { result.append(line) }
    }
    return result
  }

  private func found(in line: ArraySlice<UInt8>, at offset: Int) -> Found? {
    line.withUnsafeBufferPointer { line in
      var scanner = JSONScanner(line)
      guard scanner.take("{\"seq\":"), let seq = try? scanner.integer(),
        scanner.take(",\"at\":"), (try? scanner.integer()) != nil
      else { return nil }
      if scanner.take(",\"party\":"), (try? scanner.string()) == nil { return nil }
      return Found(offset: offset, seq: seq, isSnapshot: scanner.take(",\"snapshot\":{"))
    }
  }
}

extension RandomAccess {
  /// Reads the bytes from an offset on, as many as there are.
  fileprivate func read(from offset: Int, count: Int) throws(Diagnostic) -> [UInt8] {
    let count = min(count, size - offset)
    guard count > 0 else { return [] }
    let part = ReplayInput(file: "") { () throws(Diagnostic) in
      limited(try open(offset), to: count)
    }
    return try part.contents()
  }
}

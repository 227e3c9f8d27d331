import Dispatch
import EventSourcing

/// The hash of a trace, taken on another core beside the reading of its lines.
///
/// FNV-1a waits for each byte before it takes the next one: on the reader's own core it would cost
/// more than a third of a replay. Lines are handed over in blocks; a reader that is ahead by a few
/// of them waits, so that memory stays the same however long the trace is.
final class TraceHash: @unchecked Sendable {
  private var block: [UInt8] = []
  private let worker = DispatchQueue(label: "pushtrace.trace-hash")
  private let room = DispatchSemaphore(value: 4)
  /// Touched by the worker alone once a block was handed over, which makes the class sendable.
  private var hash = FNV1a()
  private var isHandedOver = false

  private static let blockSize = 1 << 16

  init() { block.reserveCapacity(TraceHash.blockSize) }

  /// Adds a line and its line end.
  func add(_ line: UnsafeBufferPointer<UInt8>) {
    block.append(contentsOf: line)
    block.append(0x0A)
    if block.count >= TraceHash.blockSize { handOver() }
  }

  /// The hash of all lines added so far.
  func value() -> UInt64 {
    if isHandedOver { worker.sync {} }
    // The worker has nothing left to do, so the rest may be hashed here.
    block.withUnsafeBufferPointer { hash.add($0) }
    block.removeAll(keepingCapacity: true)
    return hash.value
  }

  private func handOver() {
    isHandedOver = true
    let full = block
    block = []
    block.reserveCapacity(TraceHash.blockSize)
    room.wait()
    worker.async { [self] in
      full.withUnsafeBufferPointer { hash.add($0) }
      room.signal()
    }
  }
}

import Diagnostics
import EventSourcing
import Traces

/// The outcome of folding a trace, small enough to be compared with that of another process: a hash
/// of all effects and states up to each of several records.
public struct FoldDigest: Equatable, Sendable {
  /// Everything up to one record.
  public struct Checkpoint: Equatable, Sendable {
    /// The event folded last.
    public var seq: Int64
    /// The hash of the effects and states until then.
    public var hash: UInt64
  }

  /// The hashes in the order of the trace.
  public private(set) var checkpoints: [Checkpoint] = []

  init() {}

  mutating func add(_ seq: Int64, _ hash: UInt64) {
    checkpoints.append(Checkpoint(seq: seq, hash: hash))
  }

  /// The events between which two digests of one trace begin to differ; `nil` where they agree.
  public func firstDifference(from other: FoldDigest) -> (after: Int64, upTo: Int64)? {
    var last: Int64 = 0
    for (own, others) in zip(checkpoints, other.checkpoints) {
      if own != others { return (last, max(own.seq, others.seq)) }
      last = own.seq
    }
    if checkpoints.count == other.checkpoints.count { return nil }
    let longer = checkpoints.count > other.checkpoints.count ? self : other
    return (last, longer.checkpoints.last?.seq ?? last)
  }

  /// The digest on one line, for another process.
  public var text: String {
    checkpoints.map { "\($0.seq):\(XXH64.text($0.hash))" }.joined(separator: " ")
  }

  /// Reads the text of a digest; `nil` for any other.
  public init?(text: String) {
    for part in text.split(separator: " ") {
      let parts = part.split(separator: ":")
      guard parts.count == 2, let seq = Int64(parts[0]),
        let hash = XXH64.parse(String(parts[1]))
      else { return nil }
      add(seq, hash)
    }
  }
}

extension AnySystem {
  /// The number of first events after each of which the state is hashed; later it is one in as
  /// many.
  private static var spacing: Int { 256 }

  /// Folds the events of a trace and hashes every effect, and the state after each of the first
  /// events and of some of the later ones.
  public func digest(
    _ input: ReplayInput, _ options: ReplayOptions = ReplayOptions()
  ) throws(Diagnostic) -> FoldDigest {
    let walk = try open(input, options, false)
    var (digest, hash, events) = (FoldDigest(), XXH64(), 0)
    var last: Int64?
    while let line = try walk.next() {
      guard try walk.take() == .folded else { continue }
      events += 1
      let isMarked = events <= AnySystem.spacing || events % AnySystem.spacing == 0
      walk.outcome(isMarked).withUnsafeBufferPointer { hash.add($0) }
      if isMarked { digest.add(line.seq, hash.value) }
      last = isMarked ? nil : line.seq
    }
    if let last {
      walk.outcome(true).withUnsafeBufferPointer { hash.add($0) }
      digest.add(last, hash.value)
    }
    return digest
  }
}

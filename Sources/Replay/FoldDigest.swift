import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The outcome of folding a trace, in few enough bytes to be compared with that of another process:
/// a hash of all effects and states up to each of some records.
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

/// Folds the events of a trace and hashes every effect, and the state after each of the first
/// events and of some of the later ones.
public func foldDigest<S: System>(
  _ input: ReplayInput, as system: S.Type, _ options: ReplayOptions = ReplayOptions()
) throws(Diagnostic) -> FoldDigest {
  var walk = try TraceWalk<S>(
    input, lenient: options.lenient, override: options.override(of: system),
    stopAfter: options.stopAfter)
  var fold = HashedFold<S>(walk.reader.header)
  while let line = try walk.next() {
    guard try walk.take(line) == .folded, let event = walk.fold.batch.record else { continue }
    fold.take(event, walk.fold.engine)
  }
  return fold.finish(walk.fold.engine)
}

private struct HashedFold<S: System> {
  private var digest = FoldDigest()
  private var writer: TraceWriter<S.Machine>
  private var hash = XXH64()
  private var events = 0
  private var last: RecordedEvent<S.Machine.Event>?

  /// After so many events, states are hashed less often.
  private static var spacing: Int { 256 }

  init(_ header: TraceHeader<S.Machine>) {
    writer = TraceWriter(header, namesParties: true)
  }

  mutating func take(_ event: RecordedEvent<S.Machine.Event>, _ engine: Engine<S>) {
    for effect in engine.effects.ordered {
      writer.append(
        .effect(
          RecordedEffect(
            seq: event.seq, at: event.at, party: event.party, cause: event.seq, effect: effect)))
    }
    events += 1
    last = event
    if events <= HashedFold.spacing || events % HashedFold.spacing == 0 { mark(engine) }
  }

  consuming func finish(_ engine: Engine<S>) -> FoldDigest {
    if events > HashedFold.spacing, events % HashedFold.spacing != 0 { mark(engine) }
    return digest
  }

  private mutating func mark(_ engine: Engine<S>) {
    guard let last else { return }
    writer.append(
      .state(
        seq: last.seq, at: last.at, party: last.party,
        hash: engine.hash(of: last.party, at: last.at)))
    let bytes = writer.take()
    bytes.withUnsafeBufferPointer { hash.add($0) }
    digest.add(last.seq, hash.value)
  }
}

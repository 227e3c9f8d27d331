import ArgumentParser
import Live

/// What `record` and `serve` do with their log, beside writing it.
struct LogOptions: ParsableArguments, Sendable {
  @Flag(help: "Go on with a log that has gaps: what came in them is forgotten.")
  var acceptGaps = false

  @Flag(
    help: "Fold the whole log at the start, and hold the snapshots beside it against the fold.")
  var foldAll = false

  @Option(
    help: """
      Keep the last so many segments of the log and remove those before; each kept one begins with \
      a snapshot. Without it all are kept.
      """)
  var keepSegments: Int?

  @Option(help: "After how many bytes a new segment of the log begins.")
  var segmentBytes = 8 << 20

  @Option(
    help: """
      After how many records a snapshot is written beside the log, from which the next start goes \
      on; 0 for none.
      """)
  var snapshotEvery: Int64 = 10_000

  func validate() throws {
    if let keepSegments, keepSegments < 1 {
      throw ValidationError("--keep-segments is at least 1")
    }
    guard (1...1 << 30).contains(segmentBytes) else {
      throw ValidationError("--segment-bytes is a number from 1 to 1073741824")
    }
    guard snapshotEvery >= 0 else { throw ValidationError("--snapshot-every is at least 0") }
  }

  /// Sets up a host by them.
  func apply<S: LiveSystem>(to setup: inout HostSetup<S>) {
    setup.acceptsGaps = acceptGaps
    setup.foldsAll = foldAll
    setup.snapshots = SnapshotPolicy(
      interval: snapshotEvery, keptSegments: keepSegments, segmentBytes: segmentBytes)
  }
}

import ArgumentParser
import Live

/// Options of `record` and `serve` about their log.
struct LogOptions: ParsableArguments, Sendable {
  @Flag(help: "Continue a log that has gaps; what they held is lost.")
  var acceptGaps = false

  @Flag(help: "Fold the whole log at the start and check the snapshots beside it.")
  var foldAll = false

  @Option(
    help: """
      Keep this many segments of the log and remove older ones; each kept segment begins with \
      a snapshot. By default all are kept.
      """)
  var keepSegments: Int?

  @Option(help: "The size in bytes after which a new segment of the log begins.")
  var segmentBytes = 8 << 20

  @Option(
    help: """
      The number of records after which a snapshot is written beside the log, so that the next \
      start is faster; 0 for none.
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

  /// Applies them to a host's setup.
  func apply<S: LiveSystem>(to setup: inout HostSetup<S>) {
    setup.acceptsGaps = acceptGaps
    setup.foldsAll = foldAll
    setup.snapshots = SnapshotPolicy(
      interval: snapshotEvery, keptSegments: keepSegments, segmentBytes: segmentBytes)
  }
}

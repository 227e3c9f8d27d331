import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The state of an existing log as a host found it.
public struct HostRecovery: Hashable, Sendable {
  /// The number of the last record.
  public var records: Int64 = 0
  /// Damaged places in the log.
  public var gaps: [LogGap] = []
  /// The incomplete end, which was cut off and is kept beside the log.
  public var tail: LogTail?
  /// The record after which the snapshot used by this start was taken; `nil` if every record was
  /// folded.
  public var snapshot: Int64?
  /// Snapshots that were not used, each with the reason.
  public var ignoredSnapshots: [String] = []
  /// The number of recorded effects that this engine would not have ordered.
  public var differing = 0
  /// The number of the first of them.
  public var firstDiffering: Int64?
  /// The number of requests open; their answers are lost.
  public var openRequests = 0
}

/// The reason why a host could not begin or continue a log.
public enum HostOpeningError: Error {
  /// The log has gaps, so that the state cannot be known.
  case gaps([LogGap])
  /// The log has other parties than the host.
  case otherParties([String])
  /// This engine cannot read the log.
  case unreadable(Diagnostic)
  /// The store failed.
  case store(LogStoreError)
}

/// The setup of a host: its system, its log and its policies.
public struct HostSetup<S: LiveSystem>: Sendable {
  /// The parties whose events the host records: a device, or the backends.
  public var parties: [String]
  /// The configuration that completes a first launch.
  public var config: S.Machine.Config
  /// The readings and the name of their profile.
  public var profile: Profile<S.Machine.Readings>
  /// Whether to continue a log that has gaps.
  public var acceptsGaps = false
  /// Whether a start folds the whole log and checks the snapshots beside it.
  public var foldsAll = false
  /// The rule by which snapshots are taken, with the part of the log that is kept.
  public var snapshots = SnapshotPolicy()

  /// A device, under the readings of the system's first profile.
  public init(device: String = soleParty) {
    parties = [device]
    config = S.defaultConfig
    profile = S.profiles.first ?? Profile(name: "documents", readings: .sample)
  }

  /// Whether records name their party, which a single device does not need.
  var namesParties: Bool { parties != [soleParty] }

  /// Whether the parties are those behind the network.
  var runsBackends: Bool { parties.contains { S.backends.contains($0) } }

  /// The system's backends.
  public static var backends: HostSetup {
    var setup = HostSetup()
    setup.parties = S.backends
    return setup
  }
}

extension Host {
  /// Continues the log in a store, or begins one.
  ///
  /// Requests that were open when the last process ended are resolved by the machine's own rules:
  /// each device's process is recorded as ended, which loses the answers.
  ///
  /// `identity` generates the identity of a new log: 32 hexadecimal digits.
  public static func open(
    _ store: Store, _ setup: HostSetup<S>, at reading: ClockReading, identity: () -> String
  ) throws(HostOpeningError) -> (host: Host, recovery: HostRecovery) {
    let reader: LogReader<Store>
    do throws(LogError) {
      reader = try LogReader(store)
    } catch {
      switch error {
      case .none: return (try begin(store, setup, at: reading, identity()), HostRecovery())
      case .noHeader, .store: throw .unreadable(error.diagnostic(""))
      }
    }
    return try resume(reader, setup, at: reading)
  }

  private static func begin(
    _ store: Store, _ setup: HostSetup<S>, at reading: ClockReading, _ identity: String
  ) throws(HostOpeningError) -> Host {
    let header = TraceHeader<S.Machine>(
      sdk: S.name, profile: setup.profile.name, readings: setup.profile.readings,
      config: setup.config, origin: "live", started: reading.wall)
    var writer = TraceWriter(header, namesParties: setup.namesParties)
    do throws(LogStoreError) {
      let log = try DurableLog(
        beginning: identity, header: writer.take(), namesParties: setup.namesParties, in: store)
      return Host(Folded(header, own: setup.parties), log: log, header: header, setup)
    } catch {
      throw .store(error)
    }
  }

  private static func resume(
    _ reader: LogReader<Store>, _ setup: HostSetup<S>, at reading: ClockReading
  ) throws(HostOpeningError) -> (host: Host, recovery: HostRecovery) {
    var reader = reader
    var snapshots = SnapshotFiles<S, Store>(reader)
    let trace: LogTrace<Store>
    var folded: Folded
    let header: TraceHeader<S.Machine>
    do throws(Diagnostic) {
      let memory = setup.foldsAll ? nil : snapshots.skip(in: &reader)
      trace = LogTrace(reader, endLine: .never)
      var lines = try TraceReader<S.Machine>(
        file: "", defaults: TraceDefaults(sdk: S.name), source: trace.source())
      header = lines.header
      guard !header.hasUnknownHistory else {
        throw Diagnostic(
          .unknownHistory, "the log begins in the middle of a device's life",
          notes: ["a host can only continue a log that has every record since the first launch"])
      }
      folded = Folded(header, own: setup.parties)
      if let memory { folded.restore(memory) }
      if setup.foldsAll { folded.snapshots = snapshots.all().mapValues { $0.engine } }
      try folded.fold(&lines, header: reader.header) { trace.reader.firstHost }
    } catch {
      throw .unreadable(error)
    }
    let others = folded.engine.parties.filter {
      // A server's log also has records about devices, of which none has run there.
      !setup.parties.contains($0.name) && (!setup.runsBackends || folded.hasRun($0))
    }.map(\.name)
    if reader.namesParties != setup.namesParties || !others.isEmpty { throw .otherParties(others) }
    if !trace.gaps.isEmpty, !setup.acceptsGaps { throw .gaps(trace.gaps) }
    for seq in folded.differingSnapshots {
      snapshots.refuse(seq, "the fold comes to another state")
    }
    let recovery = HostRecovery(
      records: folded.lastSeq, gaps: trace.gaps, tail: trace.tail, snapshot: folded.snapshot,
      ignoredSnapshots: snapshots.refused, differing: folded.differing,
      firstDiffering: folded.firstDiffering, openRequests: folded.engine.openRequests.count)
    do throws(LogStoreError) {
      var log = try DurableLog(continuing: trace.reader)
      for seq in folded.differingSnapshots { try log.removeSnapshot(seq) }
      var host = Host(folded, log: log, header: header, setup)
      let time = LogTime(reading, after: folded.lastAt, ahead: folded.clockAhead)
      host.resolve(folded, gaps: trace.gaps, at: time.now)
      return (host, recovery)
    } catch {
      throw .store(error)
    }
  }

  /// Records that the last process ended.
  private mutating func resolve(_ folded: Folded, gaps: [LogGap], at now: Instant) {
    for gap in gaps { note("the log has a gap: \(gap.message)", by: soleOrFirst, at: now) }
    if let event = folded.event {
      complete(folded.missing, of: event.seq, by: event.party)
    }
    deliver(at: now)
    let end = S.Machine.Event.Name.processEndBySystem
    for party in engine.parties where !party.isBackend && party.isRunning {
      if let end { happen(.sample(of: end), to: party.name, at: now) }
    }
    // A machine without processes loses each open request by itself.
    for request in engine.openRequests {
      fail(request, .connectionLost, note: "the process ended before the answer", at: now)
    }
  }

  private var soleOrFirst: String { engine.parties.first?.name ?? soleParty }
}

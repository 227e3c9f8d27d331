import EventSourcing
import MobilePush
import Platform
import Properties
import Rules
import Simulation
import Systems

/// Follows the analytics of one device from the entry to its acknowledgement.
struct AnalyticsMonitor: Monitor {
  typealias S = MobilePushSystem

  enum Claims: Int, ClaimList {
    case durable, transitionsOnly, exactlyTheBatch, oldestFirst, arrives, forwarded,
      closedWithEntries

    var claim: PropertyClaim {
      switch self {
      case .durable:
        PropertyClaim(
          "N1", "What was recorded stays until it is acknowledged, whatever ends", covers: ["ANA-3"]
        )
      case .transitionsOnly:
        PropertyClaim(
          "N4", "Analytics leave at a transition, or when the batch ends that one found in flight",
          covers: ["ANA-1", "ANA-2"], evidence: ["send_analytics"])
      case .exactlyTheBatch:
        PropertyClaim(
          "N5", "An acknowledgement removes exactly what its batch carried", covers: ["ANA-3"],
          evidence: ["send_analytics"])
      case .oldestFirst:
        PropertyClaim(
          "N7", "A batch begins with the oldest entry not acknowledged, and has each entry once",
          covers: ["ANA-3"], evidence: ["send_analytics"])
      case .arrives:
        PropertyClaim(
          "N2", "Once the app is open and every fault has ended, all entries before are counted",
          covers: ["ANA-3"], kind: .convergence)
      case .forwarded:
        PropertyClaim(
          "B4", "Once every fault has ended, each change of an inbox message was reported",
          covers: ["INBOX-6"], kind: .convergence)
      case .closedWithEntries:
        PropertyClaim("W7", "The user closes an app that keeps analytics", kind: .sometimes)
      }
    }
  }

  static let events: [MobilePushWorldEvent.Name] = [
    .appLaunched, .appForegrounded, .appBackgrounded, .appForceClosed, .processTerminated,
    .appReinstalled, .deviceRestarted, .connectivityChanged, .customEventTracked,
    .notificationReceived, .notificationOpened, .inAppMessageInteracted, .inAppMessageDismissed,
    .inboxMessageRead, .inboxMessageDeleted,
    .responseReceived, .requestFailed,
  ].map { .device($0) }
  static let effects: [MobilePushWorldEffect.Name] = [.device(.sendAnalytics)]
  static let looksAtStates = true

  /// The reason why a batch may leave in the current step.
  private enum Opening: Hashable { case none, transition, batchEnded }

  private var isOnline = true
  private var acknowledged = EntryRanges()
  private var entries: Int64 = 0
  /// Whether entries may be gone whose number is not known.
  private var isUnnumbered = false
  private var inFlight: AnalyticsBatch?
  /// Whether a transition found a batch in flight.
  private var isOwed = false
  private var opening = Opening.none
  /// The last entry whose flush a transition has ordered.
  private var flushed: Int64 = 0
  /// The batch that was acknowledged in this step.
  private var ended: AnalyticsBatch?
  @Incidental private var device: String
  @Incidental private var lastSeq: Int64 = 0

  init(_ setting: RunSetting<MobilePushSystem>, device place: Int) {
    device = setting.devices[place].name
  }

  mutating func observe(_ event: Event, _ verdicts: inout Verdicts) {
    guard case .device(let own) = event.event else { return }
    lastSeq = event.seq
    opening = .none
    switch own {
    case .appLaunched(let state, let initialized, _, _):
      endProcess()
      if initialized, state == .foreground { transition() }
    case .appForegrounded, .appBackgrounded: transition()
    case .appForceClosed, .processTerminated:
      if entries > acknowledged.count { verdicts.met(Claims.closedWithEntries) }
      endProcess()
    case .deviceRestarted: endProcess()
    case .appReinstalled(let data):
      endProcess()
      guard data == .none else { return }
      forget(through: entries)
      // A trace does not say how many entries there were: the next batch does.
      isUnnumbered = entries == 0
    case .connectivityChanged(let online): isOnline = online
    case .responseReceived(let request, let status, _, _):
      end(request, isSuccess: (200...299).contains(status))
    case .requestFailed(let request, _): end(request, isSuccess: false)
    // The entries that some of these add are seen in the state afterwards.
    case .readingsSet, .deviceUnlocked, .deviceChanged, .pushPermissionChanged,
      .deviceTokenReceived, .wallClockChanged, .contactKeySet, .attributeSet, .attributeCleared,
      .tagAdded, .tagRemoved, .pushEnabledSet, .registrationListenerAdded,
      .registrationListenerRemoved,
      .notificationReceived, .notificationOpened, .silentPushReceived, .customEventTracked,
      .inAppMessageInteracted, .inAppMessageDismissed, .inboxRefreshRequested, .inboxMessageRead,
      .inboxMessageDeleted, .timerFired:
      break
    }
  }

  mutating func observe(_ effect: Effect, _ verdicts: inout Verdicts) {
    guard case .device(.sendAnalytics(let request, let batch)) = effect.effect else { return }
    verdicts.judge(
      Claims.transitionsOnly, brokenIf: opening == .none || opening == .batchEnded && !isOwed,
      by: [Witness(seq: lastSeq, at: effect.at), Witness(effect)],
      because: "No transition led to it, and none was waiting for a batch to end.")
    if let again = batch.first(where: { acknowledged.contains($0.entry) }) {
      verdicts.broken(
        Claims.exactlyTheBatch, by: [Witness(effect)],
        because: "Entry \(again.entry) leaves again after it was acknowledged.")
    }
    verdicts.met(Claims.oldestFirst)
    if isUnnumbered, let first = batch.first?.entry { forget(through: first - 1) }
    isUnnumbered = false
    if let first = batch.first?.entry, first > acknowledged.firstGap {
      verdicts.broken(
        Claims.oldestFirst, by: [Witness(effect)],
        because: "Entry \(acknowledged.firstGap) was not acknowledged, and entry \(first) leaves.")
    }
    if let place = batch.indices.dropFirst().first(where: {
      batch[$0].entry <= batch[$0 - 1].entry
    }) {
      verdicts.broken(
        Claims.oldestFirst, by: [Witness(effect)],
        because: "Entry \(batch[place].entry) comes after entry \(batch[place - 1].entry).")
    }
    isOwed = false
    inFlight = AnalyticsBatch(request: request, entries: batch.map(\.entry))
  }

  mutating func stepEnded(in world: RunWorld, _ verdicts: inout Verdicts) {
    let analytics = world.state.device(device).analytics
    let kept = Int64(analytics.queue.value.count)
    verdicts.judge(
      Claims.durable,
      brokenIf: analytics.entries < entries || kept != analytics.entries - acknowledged.count,
      by: [Witness(seq: lastSeq, at: world.now)],
      because: """
        Of \(analytics.entries) entries \(acknowledged.count) were acknowledged, \
        and \(kept) are kept.
        """)
    entries = analytics.entries
    if opening == .transition, isOnline { flushed = entries }
    if let ended, analytics.queue.value.contains(where: { ended.entries.contains($0.entry) }) {
      verdicts.broken(
        Claims.exactlyTheBatch, by: [Witness(seq: lastSeq, at: world.now)],
        because: "An entry of the batch of request \(ended.request) is still kept.")
    }
    stepEnded(at: world.now, &verdicts)
  }

  mutating func stepEnded(at now: Instant, _ verdicts: inout Verdicts) {
    if ended != nil { verdicts.met(Claims.exactlyTheBatch) }
    ended = nil
    opening = .none
  }

  mutating func converge(in world: RunWorld, _ verdicts: inout Verdicts) {
    let analytics = world.state.device(device).analytics
    guard isOnline, world.state.device(device).config.recordsAnalytics, flushed > 0,
      world.answersArrive(within: world.state.device(device).config.requestTimeout)
    else { return }
    verdicts.met(Claims.arrives)
    verdicts.met(Claims.forwarded)
    guard let kept = analytics.queue.value.first(where: { $0.entry <= flushed }) else { return }
    let isInbox = kept.kind == .inboxRead || kept.kind == .inboxDeleted
    verdicts.broken(
      isInbox ? Claims.forwarded : .arrives, by: [Witness(seq: lastSeq, at: world.now)],
      because: "Entry \(kept.entry) is kept, and the app was opened after it.")
  }

  /// Counts entries as done with that are gone with the app's data; their numbers go on.
  private mutating func forget(through last: Int64) {
    for entry in stride(from: 1, through: last, by: 1) { _ = acknowledged.insert(entry) }
  }

  private mutating func transition() {
    opening = .transition
    if isOnline { isOwed = inFlight != nil }
  }

  private mutating func endProcess() {
    inFlight = nil
    isOwed = false
  }

  private mutating func end(_ request: Int64, isSuccess: Bool) {
    guard let batch = inFlight, batch.request == request else { return }
    inFlight = nil
    opening = .batchEnded
    guard isSuccess else { return }
    ended = batch
    for entry in batch.entries { _ = acknowledged.insert(entry) }
  }
}

extension EntryRanges {
  /// The lowest entry that is not there.
  fileprivate var firstGap: Int64 {
    guard let lowest = ranges.first, lowest.first <= 1 else { return 1 }
    return lowest.last + 1
  }

  fileprivate func contains(_ entry: Int64) -> Bool {
    ranges.contains { $0.first <= entry && entry <= $0.last }
  }
}

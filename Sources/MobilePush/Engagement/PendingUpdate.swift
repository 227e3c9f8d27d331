import EventSourcing

/// A registration that was accepted, with the contact to which it was found to belong.
///
/// Public, like all that Engagement shows of itself: visitors of other modules are specialised for
/// public parts alone.
public struct ReceivedRegistration: Record {
  /// The name under which the device is answered.
  let device: String
  let deviceID: Personal
  let contact: Personal
  let token: Personal?
  let optedIn: Bool
  /// The record by which it was received.
  let seq: Int64
  /// The names of the attributes it carries, which processing checks (ENG-12).
  let attributes: [String]

  public static var sample: ReceivedRegistration {
    ReceivedRegistration(
      device: "", deviceID: "", contact: "", token: nil, optedIn: false, seq: 0, attributes: [])
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ReceivedRegistration {
    ReceivedRegistration(
      device: try visitor("device", device), deviceID: try visitor("device_id", deviceID),
      contact: try visitor("contact", contact), token: try visitor("token", token),
      optedIn: try visitor("opted_in", optedIn), seq: try visitor("seq", seq),
      attributes: try visitor("attributes", attributes))
  }
}

/// Received data that is not visible yet (ENG-3).
public struct PendingUpdate: Record {
  /// The instant at which it becomes visible.
  let due: Instant
  /// The instant at which the contact's app was used.
  let opened: Instant
  let contact: Personal
  /// The other changes; `nil` where only the app was opened.
  let registration: ReceivedRegistration?

  public static var sample: PendingUpdate {
    PendingUpdate(due: .sample, opened: .sample, contact: "", registration: nil)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PendingUpdate {
    PendingUpdate(
      due: try visitor("due", due, "When it becomes visible."),
      opened: try visitor("opened", opened, "When the contact's app was used."),
      contact: try visitor("contact", contact),
      registration: try visitor("registration", registration))
  }
}

/// The updates that wait for their propagation delay, the earliest first.
struct PendingUpdates: Hashable, Sendable {
  /// The updates, with those that were taken before those that wait.
  private var stored: [PendingUpdate] = []
  private var taken = 0

  /// All that waits.
  var waiting: [PendingUpdate] { Array(stored[taken...]) }

  /// The instant at which the first of them is due.
  var nextDue: Instant? { taken < stored.count ? stored[taken].due : nil }

  /// Lets `update` wait behind those that are due no later.
  mutating func add(_ update: PendingUpdate) {
    var place = stored.count
    while place > taken, stored[place - 1].due > update.due { place -= 1 }
    stored.insert(update, at: place)
  }

  /// Takes the first one that is due by `now`.
  mutating func take(dueBy now: Instant) -> PendingUpdate? {
    guard let due = nextDue, due <= now else { return nil }
    let update = stored[taken]
    taken += 1
    // Moving the rest forward once in a while keeps taking cheap whatever waits.
    if taken * 2 > stored.count {
      stored.removeFirst(taken)
      taken = 0
    }
    return update
  }

  static func == (left: PendingUpdates, right: PendingUpdates) -> Bool {
    left.stored[left.taken...] == right.stored[right.taken...]
  }

  func hash(into hasher: inout Hasher) { hasher.combine(stored[taken...]) }
}

extension PendingUpdates: Described {
  static var sample: PendingUpdates { PendingUpdates() }

  func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> PendingUpdates {
    var stored = PendingUpdates()
    stored.stored = try visitor.list(waiting)
    return stored
  }
}

import EventSourcing

/// Something on its way to a party.
public struct Flight<Event: Vocabulary>: Hashable, Sendable {
  /// Its name; two worlds in which the same is on its way may have counted differently.
  @Incidental public private(set) var id: FlightID
  /// The instant at which it arrives.
  public let due: Instant
  /// The party that gets it.
  public let recipient: String
  /// The content that arrives.
  public private(set) var content: Content
  /// The record that led to it.
  @Incidental public private(set) var cause: Int64
  /// Its place among what is due at the same instant.
  @Incidental private(set) var time: ScheduleTime

  /// The content that arrives.
  public enum Content: Hashable, Sendable {
    /// An event at a backend; the party that asked for it may have ended meanwhile, so that nothing
    /// awaits the answer.
    case arrival(Event, isAwaited: Bool = true)
    /// The answer to a request of the device, or its failure; lost where that is no longer open.
    case answer(Event, request: Int64)
    /// Something unasked for a device.
    case message(Event, needsProcess: Bool, launch: Event?)
  }

  init(
    _ id: FlightID, at time: ScheduleTime, to recipient: String, _ content: Content, cause: Int64
  ) {
    self.id = id
    due = time.at
    self.recipient = recipient
    self.content = content
    self.cause = cause
    self.time = time
  }

  mutating func abandon() {
    if case .arrival(let event, _) = content { content = .arrival(event, isAwaited: false) }
  }

  /// Whether the end of the recipient's process loses it.
  var needsProcess: Bool {
    switch content {
    case .arrival: false
    case .answer: true
    case .message(_, let needsProcess, _): needsProcess
    }
  }
}

/// The flights on their way, each shared by copies of the world, under a slot that stays the same
/// until it has arrived.
///
/// Equal tables hold the same flights in the order in which they arrive, in whatever slots.
struct FlightTable<Event: Vocabulary>: Hashable, Sendable {
  private var slots: [Slot] = []
  private var free: [Int] = []

  /// A flight beside the number in its name: an endless run has ten thousand on their way, and most
  /// are passed over without a look at their names.
  private struct Slot {
    var flight: Shared<Flight<Event>>?
    let number: Int64
  }

  /// The flight in a slot.
  subscript(slot: Int) -> Flight<Event>? { slot < slots.count ? slots[slot].flight?.value : nil }

  /// Whether a slot still holds the flight of this entry of the schedule.
  func isPlanned(_ slot: Int, as time: ScheduleTime) -> Bool {
    slot < slots.count && slots[slot].flight?.value.time.order == time.order
  }

  /// All flights, in the order in which they arrive.
  var inOrder: [Shared<Flight<Event>>] {
    var flights: [Shared<Flight<Event>>] = []
    flights.reserveCapacity(slots.count - free.count)
    for slot in slots { if let flight = slot.flight { flights.append(flight) } }
    if flights.count > 1 { flights.sort { $0.value.time < $1.value.time } }
    return flights
  }

  var isEmpty: Bool { free.count == slots.count }

  /// Finds the slot of the flight of this name.
  func slot(of id: FlightID) -> Int? {
    slots.firstIndex { $0.number == id.number && $0.flight?.value.id == id }
  }

  /// Finds the flight that was put on its way last, of several of one name.
  func last(of id: FlightID) -> Int? {
    var found: (slot: Int, order: Int64)?
    for (index, slot) in slots.enumerated() where slot.number == id.number {
      guard let flight = slot.flight?.value, flight.id == id else { continue }
      if flight.time.order >= found?.order ?? .min { found = (index, flight.time.order) }
    }
    return found?.slot
  }

  /// Finds the first number, from that of `id` on, which no copy of the same flight has.
  func freeCopy(of id: FlightID) -> Int64 {
    // Once for all copies: asked for each number, an endless run would take hours.
    var copies: [Int64] = []
    var other = id
    for slot in slots where slot.number == id.number {
      guard let name = slot.flight?.value.id else { continue }
      other.copy = name.copy
      if name.copy >= id.copy, name == other { copies.append(name.copy) }
    }
    copies.sort()
    return copies.reduce(id.copy) { $1 == $0 ? $0 + 1 : $0 }
  }

  mutating func add(_ flight: consuming Flight<Event>) -> Int {
    let number = flight.id.number
    let slot = Slot(flight: Shared(flight), number: number)
    if let place = free.popLast() {
      slots[place] = slot
      return place
    }
    slots.append(slot)
    return slots.count - 1
  }

  mutating func take(_ slot: Int) -> Flight<Event>? {
    guard let flight = slots[slot].flight.take() else { return nil }
    free.append(slot)
    return flight.value
  }

  /// Notes that a device no longer awaits the answers to its requests without a number; those with
  /// a number are closed at its link.
  mutating func abandonRequests(of party: String) {
    for slot in slots.indices {
      guard slots[slot].number < 0, let flight = slots[slot].flight?.value,
        flight.id.party == party, flight.id.half == .request
      else { continue }
      slots[slot].flight?.update { $0.abandon() }
    }
  }

  /// Forgets every flight that `isLost` says.
  mutating func removeAll(where isLost: (Flight<Event>) -> Bool) {
    if isEmpty { return }
    for slot in slots.indices {
      if let flight = slots[slot].flight?.value, isLost(flight) { _ = take(slot) }
    }
  }

  static func == (left: FlightTable, right: FlightTable) -> Bool {
    left.inOrder == right.inOrder
  }

  func hash(into hasher: inout Hasher) { hasher.combine(inOrder) }
}

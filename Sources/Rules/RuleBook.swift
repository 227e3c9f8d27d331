import EventSourcing

/// Holds a run against many rules at once, record by record, in memory that does not grow with
/// the run, but for the values that a ban for good tells apart and those of a rule's key.
///
/// A record is shown to the rules that name it and, of rules about each device, to the monitors of
/// its own party alone.
public struct RuleBook<Machine: Reducer>: Sendable {
  /// The monitors of one device, or those of the rules about all parties or about one of them.
  private struct Group: Hashable, Sendable {
    /// The device; `nil` for the rules that are not about each device.
    var device: String?
    var monitors: [RuleMonitor]
  }

  /// The places of monitors in the groups.
  private struct Slots: Sendable {
    /// The places in the group of rules that are not about each device.
    var shared: [Int] = []
    /// The places in the group of every device.
    var ofDevices: [Int] = []
    /// Whether the device may begin anew with the event.
    var mayBeginAnew = false
  }

  private let rules: [Rule]
  /// The parties that are no devices; `nil` where all devices were named at the start.
  private let backends: [String]?
  private var groups: [Group]
  private var places: [String: Int] = [:]
  private var lastPlace: Int?
  /// The monitors of each rule: one in the first group, or one in the group of every device.
  private var slots: [Int]
  /// The monitors of the rules that name an event or an effect, looked up when a record of that
  /// name first comes: a short run meets few names.
  private var byEvent: [Machine.Event.Name: Slots] = [:]
  private var byEffect: [Machine.Effect.Name: Slots] = [:]
  /// The instant before which no promise is broken.
  private var nextDeadline = Instant.distantFuture
  /// The number of monitors that have found a violation.
  public private(set) var brokenCount = 0

  /// Opens the book on `rules`; rules about each device are watched once for each of `devices`, and
  /// for every other party but `backends` where those are named.
  public init(_ rules: [Rule], devices: [String] = [], backends: [String]? = nil) {
    self.rules = rules
    self.backends = backends
    var shared: [RuleMonitor] = []
    var ofDevices = 0
    slots = []
    for rule in rules {
      switch rule.scope {
      case .all:
        slots.append(shared.count)
        shared.append(RuleMonitor(rule, party: nil))
      case .party(let name):
        slots.append(shared.count)
        shared.append(RuleMonitor(rule, party: name))
      case .eachDevice:
        slots.append(ofDevices)
        ofDevices += 1
      }
    }
    groups = [Group(device: nil, monitors: shared)]
    for device in devices { add(device) }
  }

  private mutating func monitors(of name: Machine.Event.Name) -> Slots {
    if let known = byEvent[name] { return known }
    var found = monitors(naming: name.text)
    found.mayBeginAnew = RuleBook.mayBeginAnew(with: name)
    byEvent[name] = found
    return found
  }

  private mutating func monitors(of name: Machine.Effect.Name) -> Slots {
    if let known = byEffect[name] { return known }
    let found = monitors(naming: name.text)
    byEffect[name] = found
    return found
  }

  private func monitors(naming name: StaticString) -> Slots {
    var found = Slots()
    for (slot, rule) in zip(slots, rules)
    where rule.sentence.patterns.contains(where: { $0.isNamed(name) }) {
      if rule.scope == .eachDevice {
        found.ofDevices.append(slot)
      } else {
        found.shared.append(slot)
      }
    }
    return found
  }

  /// Whether the rules about a device may begin anew with an event of this name, whether or not one
  /// of them names it: it has to reach the book.
  public static func mayBeginAnew(with name: Machine.Event.Name) -> Bool {
    name.role == .processEnd(by: .reinstallation)
  }

  /// Takes the next record of the log; history is not `judged`, and rules only look back at it.
  public mutating func observe(
    _ record: LogRecord<Machine.Event, Machine.Effect>, judged: Bool = true
  ) {
    let name: StaticString
    let named: Slots
    if let event = record.eventName {
      name = event.text
      named = monitors(of: event)
      if named.mayBeginAnew, case .event(let event) = record,
        Machine.startsOver(with: event.event)
      {
        beginAnew(event.party)
      }
    } else if let effect = record.effectName {
      name = effect.text
      named = monitors(of: effect)
    } else {
      return
    }
    if judged, record.at > nextDeadline { advance(to: record.at) }
    let place = place(of: record.party)
    for slot in named.shared { observe(record, name: name, judged: judged, slot, in: 0) }
    guard let place else { return }
    for slot in named.ofDevices { observe(record, name: name, judged: judged, slot, in: place) }
  }

  private mutating func observe(
    _ record: LogRecord<Machine.Event, Machine.Effect>, name: StaticString, judged: Bool,
    _ slot: Int, in group: Int
  ) {
    if groups[group].monitors[slot].observe(record, name: name, judged: judged) {
      brokenCount += 1
    }
    noteDeadline(of: slot, in: group)
  }

  /// The last instant at which an open promise may still be kept; `nil` where none is open.
  public var deadline: Instant? { nextDeadline == .distantFuture ? nil : nextDeadline }

  /// Judges the promises that should have been kept before `now`.
  public mutating func advance(to now: Instant) {
    nextDeadline = .distantFuture
    for group in groups.indices {
      for slot in groups[group].monitors.indices {
        if groups[group].monitors[slot].advance(to: now) { brokenCount += 1 }
        noteDeadline(of: slot, in: group)
      }
    }
  }

  private mutating func noteDeadline(of slot: Int, in group: Int) {
    if let deadline = groups[group].monitors[slot].deadline, deadline < nextDeadline {
      nextDeadline = deadline
    }
  }

  /// The group of a party; `nil` for one that is no device.
  private mutating func place(of party: String) -> Int? {
    if let lastPlace, groups[lastPlace].device == party { return lastPlace }
    if let place = places[party] {
      lastPlace = place
      return place
    }
    guard let backends, !backends.contains(party) else { return nil }
    return add(party)
  }

  @discardableResult
  private mutating func add(_ device: String) -> Int {
    places[device] = groups.count
    groups.append(Group(device: device, monitors: newMonitors(of: device)))
    return groups.count - 1
  }

  private func newMonitors(of device: String) -> [RuleMonitor] {
    rules.filter { $0.scope == .eachDevice }.map { RuleMonitor($0, party: device) }
  }

  /// Forgets what a device did before it started over, so that its rules begin again from the
  /// install. What it broke stays broken.
  private mutating func beginAnew(_ device: String) {
    guard let place = place(of: device) else { return }
    for (slot, monitor) in newMonitors(of: device).enumerated() {
      groups[place].monitors[slot].beginAnew(as: monitor)
    }
  }

  /// Judges what is still open when the run ends at `end`, that instant included.
  public mutating func finish(at end: Instant) {
    for group in groups.indices {
      for slot in groups[group].monitors.indices { groups[group].monitors[slot].finish(at: end) }
    }
  }

  /// Judges what is still open at `end`, at which more may follow: what that instant led to may be
  /// behind the end of a run or a trace.
  public mutating func finish(before end: Instant) { finish(at: end - .milliseconds(1)) }

  /// The rules that were broken or are inconclusive: the first violation of each device.
  public var violations: [(rule: Int, violation: Violation)] {
    rules.indices.flatMap { rule in
      watching(rule).compactMap { $0.monitors[slots[rule]].violation.map { (rule, $0) } }
    }
  }

  /// The first violation by the records up to `instant`, at which more may follow; what is still
  /// open is not broken.
  public func violation(at instant: Instant) -> Violation? {
    var book = self
    book.finish(before: instant)
    return book.violations.map(\.violation).first { $0.kind != .inconclusive }
  }

  /// Whether anything happened that rule number `rule` speaks about.
  public func exercised(_ rule: Int) -> Bool {
    watching(rule).contains { $0.monitors[slots[rule]].exercised }
  }

  private func watching(_ rule: Int) -> ArraySlice<Group> {
    rules[rule].scope == .eachDevice ? groups.dropFirst() : groups.prefix(1)
  }
}

extension RuleMonitor: Hashable {
  static func == (left: RuleMonitor, right: RuleMonitor) -> Bool { left.memory == right.memory }

  func hash(into hasher: inout Hasher) { hasher.combine(memory) }
}

/// Books of the same rules are equal when they judge all that may follow alike.
extension RuleBook: Hashable {
  public static func == (left: RuleBook, right: RuleBook) -> Bool { left.groups == right.groups }

  public func hash(into hasher: inout Hasher) { hasher.combine(groups) }

  /// The same memory with every instant moved so that `now` becomes zero, and without the numbers
  /// of records: equal for runs that differ only in when they came to the same situation.
  public func relative(to now: Instant) -> RuleBook {
    var copy = self
    copy.nextDeadline = .distantFuture
    for group in copy.groups.indices {
      for slot in copy.groups[group].monitors.indices {
        copy.groups[group].monitors[slot].move(to: now)
        copy.noteDeadline(of: slot, in: group)
      }
    }
    return copy
  }
}

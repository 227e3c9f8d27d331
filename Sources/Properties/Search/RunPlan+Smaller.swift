import EventSourcing
import Simulation

extension RunPlan {
  /// Leaves steps out; what comes later keeps its instant or moves up.
  mutating func delete(_ range: Range<Int>, keepingTime: Bool) {
    let time = steps[range].reduce(TimeSpan.zero) { $0 + $1.after }
    steps.removeSubrange(range)
    guard keepingTime, time > .zero else { return }
    // A fault takes no time of its own: the next other step does.
    if let next = steps.indices.dropFirst(range.lowerBound).first(where: {
      steps[$0].fault == nil
    }) {
      steps[next].after = steps[next].after + time
    }
  }

  /// Shortens the time before a step, by what the next step that takes time waits longer.
  mutating func postpone(to time: TimeSpan, at place: Int) {
    guard let next = steps.indices.dropFirst(place + 1).first(where: { steps[$0].fault == nil })
    else { return }
    steps[next].after = steps[next].after + (steps[place].after - time)
    steps[place].after = time
  }

  /// The same with the next input, from a step on, before what is due at its instant; `nil` where
  /// there is none, or it is already.
  func early(at first: Int) -> RunPlan? {
    for place in steps.indices.dropFirst(first) {
      switch steps[place].action {
      case .input(let party, let event, first: false):
        var plan = self
        plan.steps[place].action = .input(party: party, event, first: true)
        return plan
      case .fault: continue
      case .input, .due, .wait: return nil
      }
    }
    return nil
  }

  /// Lets the steps of a party be about requests with lower numbers, from one of them on; what
  /// comes from a backend is about every device.
  mutating func lowerRequests(of party: String, by count: Int64, from first: Int) {
    let isDevice = setting.devices.contains { $0.name == party }
    for place in steps.indices.dropFirst(first) where !isDevice || steps[place].party == party {
      switch steps[place].action {
      case .fault(let fault): steps[place].action = .fault(fault.lowered(by: count))
      case .due(let item): steps[place].action = .due(item.lowered(by: count))
      case .input, .wait: break
      }
    }
  }

  /// Lets the steps from one of them on be about messages with one fewer of their name before them.
  mutating func lowerMessages(from first: Int) {
    for place in steps.indices.dropFirst(first) {
      if let fault = steps[place].fault { steps[place].action = .fault(fault.earlier) }
    }
  }

  /// Leaves a device out, with all that happens to it.
  mutating func removeDevice(at place: Int) {
    let name = setting.devices.remove(at: place).name
    for step in steps.indices.reversed() where steps[step].party == name {
      delete(step..<step + 1, keepingTime: true)
    }
  }

  /// Gives the only device the name that such a device has in specs.
  mutating func nameSoleDevice() {
    guard setting.devices.count == 1, let device = setting.devices.first else { return }
    let standard = S.defaultDevice(named: device.name) == device.device
    setting.devices = [
      RunSetting.Device(
        name: "device", device: standard ? nil : device.device, config: device.config)
    ]
    for place in steps.indices { steps[place].rename(party: device.name, to: "device") }
  }

  /// All text in the events that come from outside, in the order in which it comes up.
  var names: [String] {
    var collector = NameVisitor()
    for step in steps {
      if case .input(_, let event, _) = step.action { _ = event.fields(&collector) }
    }
    return collector.names
  }

  /// Replaces a text wherever it stands in an event or an answer.
  mutating func rename(_ name: String, to other: String) {
    var visitor = NameVisitor(replacing: name, by: other)
    for place in steps.indices {
      switch steps[place].action {
      case .input(let party, let event, let first):
        steps[place].action = .input(party: party, event.fields(&visitor), first: first)
      case .fault(.answer(let request, let reply, let time)):
        let renamed = reply.described(by: &visitor)
        steps[place].action = .fault(.answer(request, renamed, after: time))
      case .fault, .due, .wait: break
      }
    }
  }
}

extension RunStep: ShrinkableStep {
  /// The party that it is about.
  var party: String? {
    switch action {
    case .wait: nil
    case .input(let party, _, _): party
    case .due(let item): item.party
    case .fault(let fault): fault.target.party
    }
  }

  mutating func rename(party name: String, to other: String) {
    switch action {
    case .input(name, let event, let first):
      action = .input(party: other, event, first: first)
    case .fault(let fault): action = .fault(fault.renamed(party: name, to: other))
    case .due(let item): action = .due(item.renamed(party: name, to: other))
    case .input, .wait: break
    }
  }

  /// The step with one value simpler, in the order in which they are tried.
  public var simpler: [RunStep] {
    switch action {
    case .wait, .due: []
    case .input(let party, let event, let first):
      // Nothing but time, after what is due at its instant, then as it stands with other values.
      [RunStep(after: after, .wait)]
        + (first ? [RunStep(after: after, .input(party: party, event, first: false))] : [])
        + Simplifier.versions(of: event, keeping: S.Machine.Event.requestField) {
          $0.fields(&$1)
        }.filter { S.validationError(in: $0) == nil }.map {
          RunStep(after: after, .input(party: party, $0, first: first))
        }
    case .fault(let fault): fault.simpler.map { RunStep(after: after, .fault($0)) }
    }
  }
}

extension RequestID {
  fileprivate func renamed(party name: String, to other: String) -> RequestID {
    party == name ? RequestID(party: other, number: number) : self
  }

  fileprivate func lowered(by count: Int64) -> RequestID {
    RequestID(party: party, number: max(1, number - count))
  }
}

extension FlightID {
  fileprivate func renamed(party name: String, to other: String) -> FlightID {
    var flight = self
    if party == name { flight.party = other }
    return flight
  }

  /// Lowers the number of its request; a flight without a request keeps its own.
  fileprivate func lowered(by count: Int64) -> FlightID {
    var flight = self
    if half != .message, number > 0 { flight.number = max(1, number - count) }
    return flight
  }
}

extension DueItem {
  fileprivate func renamed(party name: String, to other: String) -> DueItem {
    switch self {
    case .arrival(let flight): .arrival(flight.renamed(party: name, to: other))
    case .timer(let party, let timer): .timer(party: party == name ? other : party, name: timer)
    case .limit(let request): .limit(request.renamed(party: name, to: other))
    }
  }

  fileprivate func lowered(by count: Int64) -> DueItem {
    switch self {
    case .arrival(let flight): .arrival(flight.lowered(by: count))
    case .timer: self
    case .limit(let request): .limit(request.lowered(by: count))
    }
  }
}

extension RunFault {
  func renamed(party name: String, to other: String) -> RunFault {
    about {
      $0.renamed(party: name, to: other)
    } message: {
      SentMessage($0.flight.renamed(party: name, to: other), earlier: $0.earlier)
    }
  }

  /// The same fault of a request with a lower number; what has no request keeps its own.
  func lowered(by count: Int64) -> RunFault {
    about {
      $0.lowered(by: count)
    } message: {
      SentMessage($0.flight.lowered(by: count), earlier: $0.earlier)
    }
  }

  /// The same fault of a message with one fewer of its name before it.
  fileprivate var earlier: RunFault {
    about(request: { $0 }, message: { SentMessage($0.flight, earlier: max(0, $0.earlier - 1)) })
  }

  private func about(
    request changed: (RequestID) -> RequestID, message moved: (SentMessage) -> SentMessage
  ) -> RunFault {
    switch self {
    case .answer(let request, let reply, let time): .answer(changed(request), reply, after: time)
    case .fail(let request, let why, let time): .fail(changed(request), why, after: time)
    case .hang(let request): .hang(changed(request))
    case .drop(let sent): .drop(moved(sent))
    case .duplicate(let sent, let time): .duplicate(moved(sent), after: time)
    case .delay(let sent, let time): .delay(moved(sent), by: time)
    }
  }

  /// The fault with one value simpler.
  var simpler: [RunFault] {
    switch self {
    case .answer(let request, let reply, let time):
      time.rounder.map { .answer(request, reply, after: $0) }
        + Simplifier.versions(of: reply) { $0.described(by: &$1) }
        .filter { $0.status / 100 == reply.status / 100 }.map { .answer(request, $0, after: time) }
    case .fail(let request, let why, let time):
      time.rounder.map { .fail(request, why, after: $0) }
    case .duplicate(let sent, let time): time.rounder.map { .duplicate(sent, after: $0) }
    case .delay(let sent, let time): time.rounder.map { .delay(sent, by: $0) }
    // An answer that never comes is waited for; a failure is known at once.
    case .hang(let request): [.fail(request, .connectionLost, after: .zero)]
    case .drop: []
    }
  }
}

/// Collects the texts of values, or replaces one of them by another; maps stay as they are.
private struct NameVisitor: ValueRewriter {
  private(set) var names: [String] = []
  private var name: String?
  private var other = ""

  init() {}

  init(replacing name: String, by other: String) {
    self.name = name
    self.other = other
  }

  mutating func text(_ value: String) -> String {
    guard let name else {
      if !names.contains(value) { names.append(value) }
      return value
    }
    return value == name ? other : value
  }

  mutating func personal(_ value: String) -> String { text(value) }
  mutating func open(_ value: String) -> String { text(value) }
  func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> { values }
}

import EventSourcing
import Simulation

/// A run that can be repeated: how it begins, and what comes from outside.
public struct RunPlan<S: System>: Hashable, Sendable {
  /// A step of such a run.
  public typealias Step = RunStep<S.Machine.Event, S.Reply>

  /// The setting in which it begins.
  public var setting: RunSetting<S>
  /// The steps from outside, in order.
  public var steps: [Step]
  /// Whether every fault ends after the last step and the world comes to rest.
  public var heals: Bool

  /// Describes a run.
  public init(setting: RunSetting<S>, steps: [Step], heals: Bool = false) {
    self.setting = setting
    self.steps = steps
    self.heals = heals
  }
}

/// Everything that is chosen before a run begins; together with the choices it gives the run again.
public struct RunSetting<S: System>: Hashable, Sendable {
  /// The instant at which the run starts.
  public var start: Instant
  /// The devices, in the order in which the world has them; backends come after them.
  public var devices: [Preparation<S>.Device]
  /// The name of the profile that the readings come from.
  public var profile: String
  /// The readings that hold for the whole run.
  public var readings: S.Machine.Readings
  /// The side that answers requests.
  public var answering: World<S>.Answering
  /// The machine before anything has happened to it; another one only with a bug of the gallery.
  public var installed = S.Machine.initial

  /// Chooses how a run begins; without readings those of the first profile hold.
  public init(
    start: Instant, devices: [Preparation<S>.Device], profile: String? = nil,
    readings: S.Machine.Readings? = nil, answering: World<S>.Answering = .choices
  ) {
    self.start = start
    self.devices = devices
    self.profile = profile ?? S.profiles.first?.name ?? ""
    self.readings = readings ?? S.profiles.first?.readings ?? .sample
    self.answering = answering
  }

  /// The world before the first choice.
  public var world: World<S> {
    var world = World<S>(
      start: start, profile: profile, readings: readings, installed: installed)
    for device in devices {
      world.add(party: device.name, device: device.device, config: device.config)
    }
    if case .backends(let latency) = answering { world.simulateBackends(latency: latency) }
    return world
  }

  /// The names of the devices.
  public var deviceNames: [String] { devices.map(\.name) }
}

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
      Preparation.Device(
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
    var visitor = NameVisitor(name: name, other: other)
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

/// Collects the texts of values, or replaces one of them by another; maps stay as they are.
private struct NameVisitor: ValueRewriter {
  var names: [String] = []
  /// The text to replace; `nil` where names are collected.
  var name: String?
  var other = ""

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

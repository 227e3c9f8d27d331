import EventSourcing
import MobilePush
import Platform
import Simulation
import Systems
import Testing

/// What holds of pushes in every run, watched from outside by a model that shares no code with
/// the backends (P1 to P6).
struct PushPropertyTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `no run breaks a promise about pushes`(seed: UInt64) {
    let world = randomWorld(seed: seed)
    var monitor = PushMonitor()
    for record in world.log.records { monitor.watch(record) }
    #expect(monitor.broken == [])
  }

  @Test func `the runs contain what the promises are about`() {
    var seen: [String: Int] = [:]
    for seed in 1...12 as ClosedRange<UInt64> {
      for case .effect(let record) in randomWorld(seed: seed).log.records {
        seen[record.effect.name.description, default: 0] += 1
      }
    }
    for name in ["hand_out_token", "deliver_push", "deliver_silent_push", "report_bounce"] {
      #expect(seen[name, default: 0] > 10, "\(name)")
    }
  }

  private func randomWorld(seed: UInt64) -> Run<MobilePushSystem> {
    let devices = ["phone", "tablet", "watch"]
    var world = Run<MobilePushSystem>(
      start: zero, profile: "documents", readings: MobilePushReadings())
    for device in devices {
      world.add(
        party: device, device: MobilePushSystem.defaultDevice(named: device),
        config: MobilePushSystem.defaultConfig)
    }
    let faults = NetworkFaults(
      requestLost: 20, answerLost: 20, pushLost: 20, duplicated: 20, delayed: 50)
    world.simulate(Network(latency: .milliseconds(200), faults: faults, seed: seed))
    var stream = RandomStream(seed: seed, name: "steps")
    for _ in 1...600 {
      world.advance(to: world.now + TimeSpan(milliseconds: stream.below(1_200_000)))
      let device = devices[Int(stream.below(3))]
      let (party, event) = draw(&stream, device)
      world.happen(event, to: party)
    }
    return world
  }

  /// Draws what apps, users and marketers do; launches and pushes come most often.
  private func draw(
    _ stream: inout RandomStream, _ device: String
  ) -> (party: String, event: MobilePushWorldEvent) {
    let number = stream.below(4)
    switch stream.below(24) {
    case 0...4: return (device, .device(.appLaunched()))
    case 5: return (device, .device(.appForceClosed))
    case 6: return (device, .device(.pushPermissionChanged(optedIn: number > 0)))
    case 7: return (device, .device(.deviceTokenReceived(token: "bad token")))
    case 8, 9: return (device, .device(.contactKeySet(key: .init(Personal("user.\(number)")))))
    case 10: return (device, .backend(.pushService(.tokenInvalidated)))
    case 11: return (device, .network(.networkLost))
    case 12, 13: return (device, .network(.networkRestored))
    case 14: return ("push_service", .backend(.pushService(.authKeyRevoked)))
    case 15, 16: return ("push_service", .backend(.pushService(.authKeyRestored)))
    case 17: return ("engagement", .backend(.engagement(.serverDown)))
    case 18: return ("engagement", .backend(.engagement(.serverUp)))
    case 19:
      let message = InboxMessage(id: "i\(number)", subject: "")
      return ("engagement", .backend(.engagement(.inboxPublished(message: message))))
    case _:
      let contact = Personal("user.\(stream.below(4))")
      return (
        "engagement", .backend(.engagement(.pushSent(contact: contact, id: "p\(stream.below(40))")))
      )
    }
  }
}

/// Reads a log from its beginning and notes every promise that it breaks.
struct PushMonitor {
  private(set) var broken: [String] = []
  private var permitted: [String: Bool] = [:]
  private var processed: [Personal: Registration] = [:]
  private var received: [Registration] = []
  private var lastRequest: [String: Int64] = [:]
  private var ids: [String: Personal] = [:]
  private var optedOut: [Personal: (reason: BounceReason, token: Personal)] = [:]
  private var delivered: Set<String> = []
  private var serverIsUp = true

  private struct Registration {
    var at: Instant
    var id: Personal
    var token: Personal?
    var optedIn: Bool
  }

  mutating func watch(_ record: LogRecord<MobilePushWorldEvent, MobilePushWorldEffect>) {
    switch record {
    case .event(let event): happened(event)
    case .effect(let effect): ordered(effect)
    case .state, .note, .snapshot: break
    }
  }

  private mutating func happened(_ record: RecordedEvent<MobilePushWorldEvent>) {
    switch record.event {
    case .device(.appLaunched(_, _, let device, _)):
      if let optedIn = device?.optedIn { permitted[record.party] = optedIn }
    case .device(.pushPermissionChanged(let optedIn)):
      permitted[record.party] = optedIn
    case .backend(.engagement(.serverDown)): serverIsUp = false
    case .backend(.engagement(.serverUp)): serverIsUp = true
    case .backend(.engagement(.registrationArrived(let name, let request, let body))):
      guard serverIsUp, request > lastRequest[name, default: 0] else { return }
      lastRequest[name] = request
      ids[name] = body.deviceID
      received.append(
        Registration(
          at: record.at, id: body.deviceID ?? "", token: body.deviceToken,
          optedIn: body.pushEnabled))
    case .backend(.engagement(.dataBecameVisible)):
      process(by: record.at - .minutes(5))
    case .backend(.engagement(.pushBounced(let name, let token, let reason))):
      if let id = ids[name], processed[id]?.token == token { optedOut[id] = (reason, token) }
    case _: break
    }
  }

  private mutating func process(by instant: Instant) {
    while let next = received.first, next.at <= instant {
      received.removeFirst()
      processed[next.id] = next
      guard let (reason, token) = optedOut[next.id], next.optedIn else { continue }
      let needsToken = reason == .invalidToken || reason == .malformedToken
      if !needsToken || token != next.token { optedOut[next.id] = nil }
    }
  }

  private mutating func ordered(_ record: RecordedEffect<MobilePushWorldEffect>) {
    switch record.effect {
    case .backend(.pushService(.handOutToken(let name, _))):
      expect(permitted[name] ?? true, "P1", record)
    case .backend(.pushService(.deliverPush(let name, let id))):
      expect(permitted[name] ?? true, "P2", record)
      expect(delivered.insert("\(name) \(id)").inserted, "P6", record)
    case .backend(.pushService(.deliverSilentPush(let name, _))):
      expect(permitted[name] ?? true, "P4", record)
    case .backend(.engagement(.submitPush(let name, let token, _))),
      .backend(.engagement(.submitSilentPush(let name, let token, _))):
      // A device id that two installs share is reached under the name that registered last.
      let id = ids[name] ?? ""
      expect(processed[id]?.token == token, "P5", record)
      expect(processed[id]?.optedIn == true, "P4", record)
      expect(optedOut[id] == nil, "P3", record)
    case _: break
    }
  }

  private mutating func expect(
    _ holds: Bool, _ promise: String, _ record: RecordedEffect<MobilePushWorldEffect>
  ) {
    if !holds { broken.append("\(promise) in record \(record.seq): \(record.effect.name)") }
  }
}

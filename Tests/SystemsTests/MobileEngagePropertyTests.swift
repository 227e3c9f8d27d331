import EventSourcing
import MobileEngage
import Platform
import Simulation
import SystemProperties
import Systems
import Testing

/// What holds in every run of Mobile Engage (E4 to E20), watched from outside.
struct MobileEngagePropertyTests {
  @Test(arguments: 1...15 as ClosedRange<UInt64>)
  func `no run breaks a promise about requests`(seed: UInt64) {
    let run = MobileEngageRun(seed: seed, profile: .documents)
    var monitor = MobileEngageMonitor()
    for record in run.world.log.records { monitor.watch(record) }
    #expect(monitor.broken == [])
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `healed, the backend knows device, push token and contact, and each event once`(
    seed: UInt64
  ) {
    let run = MobileEngageRun(seed: seed, profile: .documents)
    var tracked: Int64 = 0
    for name in run.devices {
      let device = run.world.state.device(name)
      let client = run.backend["clients"]?[name]
      #expect(device.queue.calls.isEmpty)
      #expect(client?["properties"] == device.client.properties.value)
      #expect(client?["push_token"] == device.push.token?.value)
      if let contact = device.contact.identity {
        #expect(client?["contact"] == contact.value.value)
      }
      tracked += device.events.lastEntry
    }
    #expect(run.backend["events_received"] == .integer(tracked))
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `an event counts for who was signed in when it was tracked`(seed: UInt64) {
    let run = MobileEngageRun(seed: seed, profile: .documents)
    guard case .fields(let contacts)? = run.backend["contacts"] else {
      Issue.record("the backend has no contacts")
      return
    }
    for contact in contacts {
      let owner = contact.name.hasPrefix("anonymous") ? "nobody" : contact.name
      guard case .list(let events)? = contact.value["events"] else { continue }
      let foreign = events.filter { $0 != .text(owner) && $0 != .text("session:start") }
      #expect(foreign.isEmpty, "\(contact.name) has \(foreign)")
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `each start in the foreground is told once`(seed: UInt64) {
    let run = MobileEngageRun(seed: seed, profile: .documents)
    var starts = 0
    var told: [String: Bool] = [:]
    for case .event(let record) in run.world.log.records {
      guard case .device(let event) = record.event else { continue }
      switch event {
      case .appLaunched(let state, _, _):
        told[record.party] = state == .foreground
        if state == .foreground { starts += 1 }
      case .appForegrounded where told[record.party] == false:
        told[record.party] = true
        starts += 1
      case .processTerminated: told[record.party] = nil
      case _: break
      }
    }
    let received = run.world.state.backend.value.contacts.flatMap(\.events)
    #expect(received.count { $0 == "session:start" } == starts)
  }

  @Test(arguments: [MobileEngageProfile.ios, .android])
  func `the public SDKs lose no event either while no token is refused for good`(
    profile: MobileEngageProfile
  ) {
    for seed in 1...5 as ClosedRange<UInt64> {
      let run = MobileEngageRun(seed: seed, profile: profile)
      for name in run.devices {
        #expect(run.world.state.device(name).queue.calls.isEmpty, "seed \(seed), \(name)")
      }
    }
  }

  @Test func `the runs contain what the promises are about`() {
    var seen: [String: Int] = [:]
    for seed in 1...5 as ClosedRange<UInt64> {
      let run = MobileEngageRun(seed: seed, profile: .documents)
      for record in run.world.log.records {
        switch record {
        case .event(let event): seen[event.event.name.description, default: 0] += 1
        case .effect(let effect): seen[effect.effect.name.description, default: 0] += 1
        case .state, .note, .snapshot: break
        }
      }
    }
    for name in [
      "refresh_contact_token", "link_anonymous_contact", "link_contact", "register_push_token",
      "send_client", "send_events", "request_failed", "timer_fired",
    ] {
      #expect(seen[name, default: 0] > 10, "\(name)")
    }
  }
}

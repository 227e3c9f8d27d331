import EventSourcing
import MobileEngage
import MobilePush
import Simulation
import Systems
import Testing

/// Machines with a bug of the gallery, beside the machine without any.
struct FaultyMachineTests {
  @Test func `a machine with a bug is compared, written and shown as one without`() {
    func isHidden<Machine: Reducer>(_ gallery: [FaultyMachine<Machine>]) {
      let right = Machine.initial
      #expect(!gallery.isEmpty)
      for faulty in gallery {
        #expect(faulty.installed == right, "\(faulty.name)")
        #expect(faulty.installed.value == right.value, "\(faulty.name)")
        #expect(faulty.installed.hashValue == right.hashValue, "\(faulty.name)")
      }
    }
    isHidden(MobilePushSystem.gallery)
    isHidden(MobileEngageSystem.gallery)
  }

  @Test func `only what begins with a bug has it`() throws {
    let faulty = try #require(
      MobilePushSystem.gallery.first { $0.name == "registrations-within-seconds" })
    #expect(registrations(of: MobilePushSystem.Machine.initial) == 1)
    #expect(registrations(of: faulty.installed) == 3)
  }

  /// The number of registrations for a launch and two changes, each of them answered.
  private func registrations(of installed: MobilePushWorldState) -> Int {
    var run = MobilePushRun(installed: installed)
    let events: [MobilePushEvent] = [
      .appLaunched(), .tagAdded(tag: "gold"), .tagAdded(tag: "silver"),
    ]
    for (second, event) in events.enumerated() {
      run.run(until: .seconds(Int64(second)))
      run.happen(event, to: "device")
    }
    return run.world.log.records.count { $0.effectName == .device(.sendRegistration) }
  }

  @Test func `every bug has a name and a story of its own`() {
    let bugs = MobilePushSystem.gallery.map(\.bug) + MobileEngageSystem.gallery.map(\.bug)
    let names = MobilePushSystem.gallery.map(\.name) + MobileEngageSystem.gallery.map(\.name)
    #expect(bugs.count >= 15)
    #expect(Set(names).count == bugs.count)
    #expect(Set(bugs.map(\.difference)).count == bugs.count)
    let known = MobileEngageProfile.allCases.map(\.rawValue)
    #expect(bugs.allSatisfy { known.contains($0.profile) })
  }
}

import EventSourcing
import Simulation

/// Makes a run as small as possible while it breaks the same claim.
///
/// Chunks of steps are deleted, first keeping the time that they take and then without it; times
/// are rounded, what is given goes back to the defaults, and values become simpler, over again
/// until nothing more can go. What is left is one-minimal: without any of its steps the claim
/// holds. The same run always gives the same result.
public struct Shrinker<S: SearchableSystem> {
  /// What is left.
  public private(set) var plan: RunPlan<S>
  /// How many runs were tried.
  public private(set) var tries = 0

  private let claim: SearchedClaim<S>
  private let limit: Int

  /// Begins with a run that breaks `claim`; after `limit` runs it stops where it is.
  public init(_ plan: RunPlan<S>, breaking claim: SearchedClaim<S>, limit: Int = 20_000) {
    self.plan = plan
    self.claim = claim
    self.limit = limit
  }

  /// Makes it as small as it can.
  public mutating func run() {
    _ = accepts(plan)
    endEarly()
    var isSmaller = true
    while isSmaller, tries < limit {
      let before = plan
      deleteChunks()
      simplifySetting()
      roundTimes()
      simplifyValues()
      shortenNames()
      deletePairs()
      isSmaller = plan != before
    }
  }

  /// Takes a smaller run over if it breaks the claim too.
  ///
  /// All that a run is made of would be inlined into each kind of change otherwise.
  @inline(never)
  private mutating func accepts(_ candidate: RunPlan<S>) -> Bool {
    guard tries < limit else { return false }
    tries += 1
    let result = claim.run(candidate)
    guard result.broken != nil else { return false }
    // Steps that had no effect are gone, and so is all that came later.
    plan = result.plan
    return true
  }

  private mutating func tries(_ change: (inout RunPlan<S>) -> Void) -> Bool {
    var candidate = plan
    change(&candidate)
    return candidate != plan && accepts(candidate)
  }

  // MARK: - Steps

  /// Lets some time pass instead of ending every fault, where that shows it too.
  private mutating func endEarly() {
    guard plan.heals else { return }
    for time in [.zero, .minutes(2), .days(1), S.restTime] as [TimeSpan] {
      let isEnough = tries { plan in
        plan.heals = false
        plan.steps.append(RunStep(after: time, .wait))
      }
      if isEnough { return }
    }
  }

  private mutating func deleteChunks() {
    for keepsTime in [true, false] {
      var size = max(1, plan.steps.count / 2)
      while true {
        var isSmaller = false
        // From the end: what depends on a step stands behind it.
        var end = plan.steps.count
        while end > 0 {
          let start = max(0, end - size)
          if deletes(start..<end, keepsTime) { isSmaller = true }
          end = min(start, plan.steps.count)
        }
        if size == 1, !isSmaller { break }
        if !isSmaller { size = max(1, size / 2) }
        size = max(1, min(size, plan.steps.count / 2))
      }
    }
  }

  private mutating func deletes(_ range: Range<Int>, _ keepsTime: Bool) -> Bool {
    if tries({ $0.delete(range, keepingTime: keepsTime) }) { return true }
    guard range.count == 1, plan.steps[range.lowerBound].fault == nil else { return false }
    // What is deleted may have sent something: the faults behind it are about requests whose
    // numbers are lower then.
    for fewer in 1...4 as ClosedRange<Int64> {
      let isSmaller = tries { plan in
        plan.delete(range, keepingTime: keepsTime)
        plan.lowerRequests(by: fewer, from: range.lowerBound)
      }
      if isSmaller { return true }
    }
    return false
  }

  /// Two steps can need each other only, as leaving and coming back.
  private mutating func deletePairs() {
    guard plan.steps.count <= 24 else { return }
    var second = plan.steps.count - 1
    while second > 0 {
      var first = second - 1
      while first >= 0, second < plan.steps.count {
        for keepsTime in [true, false] {
          let isSmaller = tries { plan in
            plan.delete(second..<second + 1, keepingTime: keepsTime)
            plan.delete(first..<first + 1, keepingTime: keepsTime)
          }
          if isSmaller { break }
        }
        first -= 1
      }
      second -= 1
    }
  }

  // MARK: - Setting and times

  private mutating func simplifySetting() {
    var place = plan.setting.devices.count - 1
    while place >= 0, plan.setting.devices.count > 1 {
      _ = tries { $0.removeDevice(at: place) }
      place -= 1
    }
    _ = tries { $0.nameSoleDevice() }
    _ = tries { plan in
      plan.setting.profile = S.profiles.first?.name ?? plan.setting.profile
      plan.setting.readings = S.profiles.first?.readings ?? plan.setting.readings
    }
    if case .backends = plan.setting.answering {
      _ = tries { $0.setting.answering = .backends(latency: .zero) }
    }
    for place in plan.setting.devices.indices {
      _ = tries { plan in
        let name = plan.setting.devices[place].name
        plan.setting.devices[place] = RunSetting.Device(name: name)
      }
    }
    simplify(plan.setting.readings) { $0.setting.readings = $1 }
    for place in plan.setting.devices.indices {
      simplify(plan.setting.devices[place].config) { $0.setting.devices[place].config = $1 }
    }
  }

  private mutating func simplify<R: Record>(
    _ value: R, _ put: (inout RunPlan<S>, R) -> Void
  ) {
    var value = value
    var isSimpler = true
    while isSimpler {
      isSimpler = false
      for version in Simplifier.versions(of: value, { $0.fields(&$1) })
      where tries({ put(&$0, version) }) {
        value = version
        isSimpler = true
        break
      }
    }
  }

  private mutating func roundTimes() {
    var place = 0
    while place < plan.steps.count {
      for time in plan.steps[place].after.rounder
      where tries({ $0.steps[place].after = time }) {
        break
      }
      if place < plan.steps.count { _ = tries { $0.steps[place].comesLast() } }
      place += 1
    }
  }

  // MARK: - Values

  private mutating func simplifyValues() {
    var place = 0
    while place < plan.steps.count {
      var isDone = false
      while !isDone, place < plan.steps.count {
        isDone = true
        for simpler in plan.steps[place].simpler where tries({ $0.steps[place] = simpler }) {
          isDone = false
          break
        }
      }
      place += 1
    }
  }

  /// Gives a name that stands in several places a short one in all of them.
  private mutating func shortenNames() {
    for name in plan.names where name.utf8.count > 1 {
      for short in ["a", "b", "c", "d"] where !plan.names.contains(short) {
        if tries({ $0.rename(name, to: short) }) { break }
      }
    }
  }
}

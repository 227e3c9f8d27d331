import EventSourcing
import Simulation

/// A claim with what judges it in a run.
public struct Property<S: System>: Sendable {
  /// The id and the sentence of the claim.
  public let claim: PropertyClaim
  /// The group of monitors that judges it, and others with it.
  let group: MonitorGroup<S>
  /// The claim's number in the group.
  let number: Int

  init(_ claim: PropertyClaim, number: Int, of group: MonitorGroup<S>) {
    self.claim = claim
    self.group = group
    self.number = number
  }

  /// The events that are held against it.
  public var events: [S.Machine.Event.Name] { group.events }
  /// The effects that are held against it.
  public var effects: [S.Machine.Effect.Name] { group.effects }
}

/// The claims that one monitor judges, and how it is made for a run.
final class MonitorGroup<S: System>: Sendable {
  let scope: MonitorScope
  let events: [S.Machine.Event.Name]
  let effects: [S.Machine.Effect.Name]
  let claims: Int
  let looksAtStates: Bool
  let keepsDeadlines: Bool
  let remembersData: Bool
  let calls: MonitorCalls<S>
  /// Makes the monitor of the device at a place; `nil` where the claims say nothing.
  let make: @Sendable (RunSetting<S>, Int) -> MonitorBox?

  init<Observer: RunObserver>(
    scope: MonitorScope, events: [S.Machine.Event.Name], effects: [S.Machine.Effect.Name],
    claims: Int, looksAtStates: Bool, keepsDeadlines: Bool, remembersData: Bool,
    make: @escaping @Sendable (RunSetting<S>, Int) -> Observer?
  ) where Observer.S == S {
    self.scope = scope
    self.events = events
    self.effects = effects
    self.claims = claims
    self.looksAtStates = looksAtStates
    self.keepsDeadlines = keepsDeadlines
    self.remembersData = remembersData
    calls = MonitorCalls(Observer.self)
    self.make = { setting, place in make(setting, place).map { MonitorCalls<S>.box($0) } }
  }

  convenience init<M: Monitor>(_ monitor: M.Type) where M.S == S {
    self.init(
      scope: M.scope, events: M.events, effects: M.effects, claims: M.Claims.allCases.count,
      looksAtStates: M.looksAtStates, keepsDeadlines: M.keepsDeadlines,
      remembersData: M.remembersData
    ) { setting, place in M(setting, device: place) }
  }
}

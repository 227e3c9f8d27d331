import EventSourcing
import MobileEngage
import Simulation

extension MobileEngageSystem {
  public static func role(of event: MobileEngageWorldEvent) -> EventRole {
    switch event {
    case .device(let event): role(of: event)
    case .backend(let event): role(of: event)
    case .network(let event): .network(event.change)
    }
  }

  private static func role(of event: MobileEngageEvent) -> EventRole {
    switch event {
    case .readingsSet: .harness
    case .appLaunched: .processStart
    case .appForceClosed: .processEnd(byUser: true)
    case .processTerminated: .processEnd(byUser: false)
    case .responseReceived, .requestFailed, .timerFired: .inside
    case .appForegrounded, .appBackgrounded, .deviceChanged, .pushTokenReceived,
      .pushTokenCleared, .contactSet, .contactCleared, .eventTracked, .applicationCodeChanged,
      .connectivityChanged, .wallClockChanged:
      .outside
    }
  }

  private static func role(of event: MobileEngageBackendEvent) -> EventRole {
    switch event {
    case .clientArrived, .contactLinkArrived, .anonymousLinkArrived, .tokenRefreshArrived,
      .pushTokenArrived, .pushTokenRemovalArrived, .eventsArrived:
      .inside
    case .tokenInvalidated: .backendDevice(backend)
    case .anonymousContactsSwitched, .serverDown, .serverUp: .backend(backend)
    }
  }
}

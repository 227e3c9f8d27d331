import EventSourcing
import Platform

/// A device as Engagement knows it: as received, or as processed a propagation delay later.
public struct KnownDevice: Hashable, Sendable {
  /// The contact to which the device belongs.
  public let contact: Personal
  /// The token of its latest registration.
  public let token: Personal?
  /// Whether pushes may be sent to it.
  public let isOptedIn: Bool
}

extension EngagementState {
  /// The device with this id, as received.
  public func receivedDevice(_ id: Personal) -> KnownDevice? { received.known(id) }

  /// The device with this id, as processed (ENG-3).
  public func visibleDevice(_ id: Personal) -> KnownDevice? { visible.known(id) }

  /// Counts the devices of a contact as received, and says whether it counts as an orphan (ENG-7);
  /// `nil` for a key that never came.
  public func devices(ofContact key: Personal) -> (count: Int, isOrphan: Bool)? {
    received.contact(key).map { ($0.devices.count, $0.orphanedBy != nil) }
  }

  /// The number of analytics entries of a device that were counted (ANA-3).
  public func countedEntries(of device: String) -> Int64 { install(device)?.counted.count ?? 0 }
}

extension ContactBook {
  fileprivate func known(_ id: Personal) -> KnownDevice? {
    device(id).flatMap { device in
      contactKey(ofDevice: id).map {
        KnownDevice(contact: $0, token: device.token, isOptedIn: device.optedIn)
      }
    }
  }
}

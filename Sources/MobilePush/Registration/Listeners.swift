import EventSourcing

extension MobilePushState {
  mutating func addListener(_ listener: String, _ effects: inout Effects<MobilePushEffect>) {
    guard !process.listeners.contains(listener) else {
      return effects.diagnose(.listenerUnchanged, listener)
    }
    process.listeners.append(listener)
  }

  mutating func removeListener(_ listener: String, _ effects: inout Effects<MobilePushEffect>) {
    guard let index = process.listeners.firstIndex(of: listener) else {
      return effects.diagnose(.listenerUnchanged, listener)
    }
    process.listeners.remove(at: index)
  }
}

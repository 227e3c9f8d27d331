import Live

/// Finds the answer to a call that comes again.
///
/// A call is known by its idempotency key, and by its device and number: after a restart, when the
/// keys are gone, the log still has these.
struct AnsweredCalls<Event: Hashable & Sendable> {
  /// One call that was taken.
  struct Call: Sendable {
    /// What reached the backend.
    let arrival: Event
    /// The answer, which a repeat waits for.
    let answer: Task<ServedReply, Never>
  }

  /// A device with its number for a call.
  struct Place: Hashable {
    let device: String
    let number: Int64
  }

  /// How many calls are kept; the backends count older ones once by themselves.
  static var limit: Int { 10_000 }

  private var calls: [Place: Call] = [:]
  private var order: [Place] = []
  private var first = 0
  private var keys: [String: Place] = [:]
  private var keysOfPlaces: [Place: String] = [:]
  private var latest: [String: Int64] = [:]

  /// What is known of a call.
  enum Finding {
    case new
    /// It came before, and this is its answer.
    case again(Task<ServedReply, Never>)
    /// Its key was used for another call.
    case otherCall
  }

  /// The number of a call whose device does not count: that of its key where it came before, else
  /// the next one, which no later call gets.
  mutating func number(ofKey key: String?, of device: String) -> Int64 {
    if let place = key.flatMap({ keys[$0] }), place.device == device { return place.number }
    let number = (latest[device] ?? 0) + 1
    latest[device] = number
    if let key { keys[key] = Place(device: device, number: number) }
    return number
  }

  func find(_ arrival: Event, _ place: Place, key: String?) -> Finding {
    if let key, let known = keys[key], known != place { return .otherCall }
    guard let call = calls[place] else { return .new }
    if call.arrival == arrival { return .again(call.answer) }
    return key != nil && keysOfPlaces[place] == key ? .otherCall : .new
  }

  mutating func add(_ call: Call, _ place: Place, key: String?) {
    if calls.updateValue(call, forKey: place) == nil { order.append(place) }
    latest[place.device] = max(latest[place.device] ?? 0, place.number)
    if let key {
      keys[key] = place
      keysOfPlaces[place] = key
    }
    while order.count - first > AnsweredCalls.limit {
      forget(order[first])
      first += 1
    }
    if first > AnsweredCalls.limit {
      order.removeFirst(first)
      first = 0
    }
  }

  /// Forgets a call that came to nothing, so that a repeat is taken.
  mutating func forget(_ place: Place) {
    calls[place] = nil
    if let key = keysOfPlaces.removeValue(forKey: place) { keys[key] = nil }
  }
}

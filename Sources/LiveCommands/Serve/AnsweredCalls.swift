import Live

/// Finds the earlier answer when a call is repeated.
///
/// A call is identified by its device and number, and by its device and idempotency key. The number
/// of calls kept is bounded.
struct AnsweredCalls {
  /// A device and its number for a call.
  struct Place: Hashable, Sendable {
    let device: String
    let number: Int64
  }

  /// An idempotency key with its device; `nil` for senders that name no device.
  struct Key: Hashable, Sendable {
    let device: String?
    let text: String
  }

  /// The answer to a repeated call.
  enum Answer: Sendable {
    case known(ServedReply)
    /// The first call is still being answered.
    case coming(Task<ServedReply, Never>)
  }

  /// The knowledge about a call.
  enum Finding {
    case new
    case again(Answer)
    /// Its key was used for another call.
    case otherCall
  }

  /// The limits of what is kept.
  struct Limit: Sendable {
    var calls = 10_000
    /// The total size of the answers' bodies, in bytes.
    var bytes = 64 * 1_024 * 1_024
  }

  private struct Call {
    /// A hash of what reached the backend.
    let content: UInt64
    let keys: [Key]
    var answer: Answer
    let serial: Int
    var bytes = 0
  }

  private let limit: Limit
  private var calls: [Place: Call] = [:]
  private var places: [Key: Place] = [:]
  private var bytes = 0
  /// The calls, oldest first, including those already forgotten.
  private var order: [(place: Place, serial: Int)] = []
  private var first = 0
  private var serial = 0

  /// The highest number of a call of each device that reached a backend.
  private var latest: [String: Int64] = [:]
  /// The number up to which no number is used again.
  private var issued: Int64 = 0

  init(limit: Limit = Limit()) { self.limit = limit }

  // MARK: - Numbers

  /// The device and number of a call. A known key gives those of its first call. Otherwise a sender
  /// that names no device gets a new name, and one that does not number its calls gets an unused
  /// number.
  mutating func place(of device: String?, order: Int64?, key: Key?) -> Place {
    let known = key.flatMap { places[$0] }
    if let known, order == nil { return known }
    let device = device ?? known?.device ?? newDevice()
    return Place(device: device, number: order ?? nextNumber(of: device))
  }

  private mutating func newDevice() -> String {
    var name: String
    repeat {
      issued += 1
      name = "client-\(issued)"
    } while latest[name] != nil
    return name
  }

  private mutating func nextNumber(of device: String) -> Int64 {
    issued += 1
    guard let last = latest[device] else { return issued }
    let number = max(issued, last + 1)
    latest[device] = number
    return number
  }

  /// Records that the call with this number reaches a backend.
  mutating func use(_ place: Place) {
    latest[place.device] = max(latest[place.device] ?? 0, place.number)
  }

  /// Gives out only numbers above this one from now on.
  mutating func skipNumbers(upTo number: Int64) { issued = max(issued, number) }

  // MARK: - Calls

  func find(_ content: UInt64, at place: Place, key: Key?) -> Finding {
    if let key, let known = places[key], known != place { return .otherCall }
    guard let call = calls[place] else { return .new }
    if call.content == content { return .again(call.answer) }
    return key.map(call.keys.contains) ?? false ? .otherCall : .new
  }

  /// Keeps a call, replacing an earlier one with the same device and number.
  mutating func add(_ answer: Answer, to content: UInt64, at place: Place, key: Key?) {
    forget(place)
    use(place)
    serial += 1
    // A client that has learned its name may send the name with the same key.
    let keys = key.map { [$0, Key(device: place.device, text: $0.text)] } ?? []
    for key in keys { places[key] = place }
    calls[place] = Call(content: content, keys: keys, answer: answer, serial: serial)
    order.append((place, serial))
    if case .known(let reply) = answer { self.answer(content, at: place, with: reply) }
    trim()
  }

  /// Records the answer to a call.
  mutating func answer(_ content: UInt64, at place: Place, with reply: ServedReply) {
    guard calls[place]?.content == content else { return }
    let size = reply.size
    bytes += size - (calls[place]?.bytes ?? 0)
    calls[place]?.bytes = size
    calls[place]?.answer = .known(reply)
    trim()
  }

  /// Forgets a call that failed, so that a repeat is accepted.
  mutating func forget(_ place: Place) {
    guard let call = calls.removeValue(forKey: place) else { return }
    bytes -= call.bytes
    for key in call.keys where places[key] == place { places[key] = nil }
  }

  private mutating func trim() {
    while calls.count > limit.calls || bytes > limit.bytes, first < order.count {
      let oldest = order[first]
      first += 1
      if calls[oldest.place]?.serial == oldest.serial { forget(oldest.place) }
    }
    if order.count > 2 * limit.calls {
      order.removeAll { calls[$0.place]?.serial != $0.serial }
      first = 0
    }
  }
}

extension ServedReply {
  /// The bytes that it keeps in memory.
  fileprivate var size: Int {
    switch self {
    case .response(let response): response.body.count
    case .raw(let bytes): bytes.count
    case .close, .silence, .padding: 0
    }
  }
}

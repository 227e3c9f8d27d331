/// What a part of a state gives to a fingerprint at any time: the hash of what stays, and beside it
/// the instants, the numbers of counters and the exchangeable texts, which count by their relation
/// to now and to each other.
public struct FingerprintPart: Sendable {
  var hash: UInt64 = 0x2545_F491_4F6C_DD1D
  fileprivate var moments: [Moment] = []
  fileprivate var numbers: [Number] = []
  fileprivate var texts: [Text] = []

  fileprivate struct Moment: Sendable {
    var at: Instant
    var horizon: Horizon
  }

  fileprivate struct Number: Sendable {
    var counter: Int
    var value: Int64
  }

  fileprivate struct Text: Sendable {
    var kind: Int
    var text: String
  }

  /// Creates a part to which nothing was shown.
  public init() {}

  /// Mixes a word into the hash.
  @inline(__always)
  mutating func mix(_ word: UInt64) {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    hash = (product.high ^ product.low) &+ 0xD6E8_FEB8_6659_FD93
  }

  /// Mixes bytes into the hash, eight at a time.
  mutating func mix(_ bytes: UnsafeBufferPointer<UInt8>) {
    mix(UInt64(truncatingIfNeeded: bytes.count))
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + 8 <= raw.count {
      mix(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    if index == raw.count { return }
    var rest: UInt64 = 0
    while index < raw.count {
      rest = rest << 8 | UInt64(raw[index])
      index += 1
    }
    mix(rest)
  }

  mutating func add(_ instant: Instant, _ horizon: Horizon) {
    moments.append(Moment(at: instant, horizon: horizon))
  }

  mutating func add(_ value: Int64, of counter: Int) {
    numbers.append(Number(counter: counter, value: value))
  }

  mutating func add(_ text: String, of kind: Int) {
    texts.append(Text(kind: kind, text: text))
  }

  /// Adds a part that was shown by itself.
  mutating func add(_ part: FingerprintPart) {
    mix(part.hash)
    moments += part.moments
    numbers += part.numbers
    texts += part.texts
  }

  mutating func reset() {
    hash = 0x2545_F491_4F6C_DD1D
    moments.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
  }

  /// The fingerprint at `now`; `order` holds the exchangeable texts met before, class by class.
  func digest(at now: Instant, isExact: Bool, order: inout [String]) -> UInt64 {
    var result = FingerprintPart()
    result.mix(hash)
    for moment in moments {
      result.mix(UInt64(bitPattern: moment.distance(from: now, isExact: isExact)))
    }
    for number in numbers {
      result.mix(UInt64(bitPattern: isExact ? number.value : rank(of: number)))
    }
    for text in texts {
      if let index = order.firstIndex(of: text.text) {
        result.mix(UInt64(truncatingIfNeeded: index))
      } else {
        result.mix(UInt64(truncatingIfNeeded: order.count))
        order.append(text.text)
      }
    }
    return result.hash
  }

  /// How many numbers of the same counter are lower: equal for two parts whose numbers stand in the
  /// same order.
  private func rank(of number: Number) -> Int64 {
    var rank: Int64 = 0
    for other in numbers where other.counter == number.counter && other.value < number.value {
      rank += 1
    }
    return rank
  }

  /// Adds the instants at which time alone changes what the part's instants allow.
  func addEdges(after now: Instant, to edges: inout [Instant]) {
    for moment in moments {
      let edge =
        switch moment.horizon {
        case .exact: moment.at
        case .window(let span): moment.at > now ? moment.at : moment.at + span
        }
      if edge > now, edge < .distantFuture { edges.append(edge) }
    }
  }
}

extension FingerprintPart.Moment {
  /// How far it lies ahead, as far as that counts.
  fileprivate func distance(from now: Instant, isExact: Bool) -> Int64 {
    if isExact || at == .distantFuture || at == .distantPast { return at.milliseconds }
    let distance = (at - now).milliseconds
    switch horizon {
    case .exact: return distance
    case .window(let span): return max(distance, -span.milliseconds)
    }
  }
}

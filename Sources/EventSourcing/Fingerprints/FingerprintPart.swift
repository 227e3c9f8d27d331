/// The contribution of a part of a state to a fingerprint: the hash of what stays, and beside it
/// the instants, the numbers of counters and the exchangeable texts, which count by their relation
/// to now and to each other.
struct FingerprintPart: Sendable {
  var hash: UInt64 = 0x2545_F491_4F6C_DD1D
  /// The values that count by their relation to now and to each other, in the order shown.
  private var relations: [Relation] = []

  /// A value that counts by its relation to now or to others.
  enum Relation: Sendable {
    case moment(Instant, Horizon)
    case number(Int64, counter: Int)
    /// A text that may be exchanged for another one of its class, by its place among these.
    case text(Int)
  }

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

  mutating func add(_ relation: Relation) {
    // Most parts that have any have several: they are not moved for each.
    if relations.capacity == 0 { relations.reserveCapacity(8) }
    relations.append(relation)
  }

  /// Adds a part that was shown by itself.
  mutating func add(_ part: FingerprintPart) {
    mix(part.hash)
    // To append nothing is not free.
    if !part.relations.isEmpty { relations += part.relations }
  }

  mutating func reset() {
    hash = FingerprintPart().hash
    relations.removeAll(keepingCapacity: true)
  }

  /// The fingerprint at `now`; `order` holds the places of the exchangeable texts met before.
  func digest(at now: Instant, isExact: Bool, order: inout [Int]) -> UInt64 {
    var result = FingerprintPart()
    result.mix(hash)
    for relation in relations {
      switch relation {
      case .moment(let instant, let horizon):
        let distance = distance(of: instant, from: now, horizon, isExact: isExact)
        result.mix(UInt64(bitPattern: distance))
      case .number(let value, let counter):
        result.mix(UInt64(bitPattern: isExact ? value : rank(of: value, counter)))
      case .text(let place):
        if let index = order.firstIndex(of: place) {
          result.mix(UInt64(truncatingIfNeeded: index))
        } else {
          result.mix(UInt64(truncatingIfNeeded: order.count))
          order.append(place)
        }
      }
    }
    return result.hash
  }

  /// Counts the numbers of the same counter that are lower: equal for two parts whose numbers stand
  /// in the same order.
  private func rank(of value: Int64, _ counter: Int) -> Int64 {
    var rank: Int64 = 0
    for case .number(let other, counter) in relations where other < value { rank += 1 }
    return rank
  }

  /// Measures the distance of an instant from now, as far as it counts.
  private func distance(
    of instant: Instant, from now: Instant, _ horizon: Horizon, isExact: Bool
  ) -> Int64 {
    if isExact || instant == .distantFuture || instant == .distantPast {
      return instant.milliseconds
    }
    let distance = (instant - now).milliseconds
    switch horizon {
    case .exact: return distance
    case .window(let span): return max(distance, -span.milliseconds)
    }
  }

  /// The first instant after `now` at which time alone changes what the part's instants allow; the
  /// distant future where there is none.
  func edge(after now: Instant) -> Instant {
    var first = Instant.distantFuture
    for case .moment(let instant, let horizon) in relations {
      let edge =
        switch horizon {
        case .exact: instant
        case .window(let span): instant > now ? instant : instant + span
        }
      if edge > now { first = min(first, edge) }
    }
    return first
  }
}

/// What may hold an effect back: the raw value is its place in a decision, from 0 to 15.
public protocol Gate: CaseIterable, RawRepresentable, Sendable
where RawValue == Int, AllCases == [Self] {
  /// The name that reports and `why-not` use, and what the gate waits for, in one sentence.
  var word: (name: String, summary: String) { get }
}

/// Whether something is due: all gates that were asked, each with the instant at which it opens.
///
/// The reducer acts on `outcome`; `why-not` shows `held` of the same value.
public struct Decision<G: Gate>: Sendable {
  /// When the decision was taken.
  public let at: Instant
  private var opens = SIMD16<Int64>(repeating: .min)

  /// What follows from all gates together.
  public enum Outcome: Hashable, Sendable {
    /// Every gate is open.
    case go
    /// Time alone opens the last gate at this instant.
    case wait(until: Instant)
    /// A gate is closed until something happens.
    case nothing
  }

  /// Creates a decision with every gate open.
  public init(at: Instant) { self.at = at }

  /// Closes `gate` until something happens, unless `open`.
  public mutating func hold(_ gate: G, unless open: Bool) {
    if !open { opens[gate.rawValue] = .max }
  }

  /// Keeps `gate` closed up to `instant`; `nil` leaves it as it is.
  public mutating func hold(_ gate: G, until instant: Instant?) {
    guard let instant else { return }
    opens[gate.rawValue] = max(opens[gate.rawValue], instant.milliseconds)
  }

  /// The latest gate decides.
  public var outcome: Outcome {
    let latest = opens.max()
    if latest <= at.milliseconds { return .go }
    return latest == .max ? .nothing : .wait(until: Instant(milliseconds: latest))
  }

  /// Whether `gate` is closed at the decision's instant.
  public func isClosed(_ gate: G) -> Bool { opens[gate.rawValue] > at.milliseconds }

  /// Every gate that is closed at the decision's instant, in the order of the gates.
  public var held: [HeldGate] {
    G.allCases.compactMap { gate in
      guard isClosed(gate) else { return nil }
      let instant = opens[gate.rawValue]
      return HeldGate(
        name: gate.word.name, summary: gate.word.summary,
        opens: instant == .max ? nil : Instant(milliseconds: instant))
    }
  }
}

/// A gate that holds an effect back, as it is shown to people.
public struct HeldGate: Hashable, Sendable {
  /// The gate's name.
  public let name: String
  /// What the gate waits for.
  public let summary: String
  /// When time alone opens it; `nil` when something has to happen first.
  public let opens: Instant?

  /// Describes a closed gate.
  public init(name: String, summary: String, opens: Instant?) {
    self.name = name
    self.summary = summary
    self.opens = opens
  }
}

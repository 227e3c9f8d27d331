/// A condition that may hold an effect back: the raw value is its place in a decision, from 0 to
/// 15.
public protocol Gate: CaseIterable, RawRepresentable, Sendable
where RawValue == Int, AllCases == [Self] {
  /// The word for it in reports and `why-not`.
  var word: GateWord { get }
}

extension Gate {
  /// All gates in words.
  public static var words: [GateWord] { allCases.map { $0.word } }
}

/// A gate in words.
public struct GateWord: Hashable, Sendable {
  /// The gate's name.
  public let name: String
  /// The condition that the gate waits for, in one sentence.
  public let summary: String
  /// The requirements that it keeps, by their ids; none where it follows from no single one.
  public let requirements: [String]

  /// Describes a gate.
  public init(_ name: String, _ summary: String, _ requirements: [String]) {
    self.name = name
    self.summary = summary
    self.requirements = requirements
  }

  /// The sentence with the requirements in brackets at its end.
  public var sentence: String {
    requirements.isEmpty
      ? summary : "\(summary.dropLast()) (\(requirements.joined(separator: ", ")))."
  }
}

/// The decision whether something is due: all gates that were asked, each with the instant at which
/// it opens.
///
/// The reducer acts on `outcome`; `why-not` shows `held` of the same value.
public struct Decision<G: Gate>: Sendable {
  /// The instant of the decision.
  public let at: Instant
  private var opens = SIMD16<Int64>(repeating: .min)
  private var latest = Int64.min

  /// The result of all gates together.
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
    if !open { close(gate, until: .max) }
  }

  /// Keeps `gate` closed up to `instant`; `nil` leaves it as it is.
  public mutating func hold(_ gate: G, until instant: Instant?) {
    if let instant { close(gate, until: instant.milliseconds) }
  }

  private mutating func close(_ gate: G, until instant: Int64) {
    opens[gate.rawValue] = max(opens[gate.rawValue], instant)
    latest = max(latest, instant)
  }

  /// The latest gate decides.
  public var outcome: Outcome {
    if latest == .max { return .nothing }
    return latest <= at.milliseconds ? .go : .wait(until: Instant(milliseconds: latest))
  }

  /// Whether `gate` is closed at the decision's instant.
  public func isClosed(_ gate: G) -> Bool {
    opens[gate.rawValue] == .max || opens[gate.rawValue] > at.milliseconds
  }

  /// Every gate that is closed at the decision's instant, in the order of the gates.
  public var held: [HeldGate] {
    G.allCases.compactMap { gate in
      guard isClosed(gate) else { return nil }
      let instant = opens[gate.rawValue]
      return HeldGate(gate.word, opens: instant == .max ? nil : Instant(milliseconds: instant))
    }
  }
}

/// An effect that has gates, with those that hold it back.
public struct HeldEffect: Equatable, Sendable {
  /// The effect's name.
  public let effect: String
  /// The gates that are closed; none where nothing holds it back.
  public let gates: [HeldGate]

  /// Names an effect and the gates that are closed for it.
  public init(effect: String, gates: [HeldGate]) {
    self.effect = effect
    self.gates = gates
  }
}

/// A gate that holds an effect back, as it is shown to people.
public struct HeldGate: Hashable, Sendable {
  /// The gate in words.
  public let word: GateWord
  /// The instant at which time alone opens it; `nil` when something has to happen first.
  public let opens: Instant?
  /// The values that close it, such as `spring: 2 of 2 displays`.
  public var values: [String] = []

  /// Describes a closed gate.
  public init(_ word: GateWord, opens: Instant?) {
    self.word = word
    self.opens = opens
  }

  /// The gate's name.
  public var name: String { word.name }
  /// The requirements that it keeps.
  public var requirements: [String] { word.requirements }
  /// The condition that it waits for, with values and requirements.
  public var summary: String {
    values.isEmpty ? word.sentence : "\(word.sentence) \(values.joined(separator: ", "))."
  }
}

/// The names of a vocabulary's cases, in the order in which documentation and reports list them.
public protocol CaseName: CaseIterable, Comparable, Hashable, Sendable, CustomStringConvertible
where AllCases == [Self] {
  /// The vocabulary whose cases have these names.
  associatedtype Case
  /// The roles that a case can have in the world around the machine.
  associatedtype Role: Sendable

  /// Hands `word` everything that readers and documentation need to know about this name; it is
  /// declared nowhere else.
  ///
  /// A caller that asks for one part gets a function of its own, in which the other parts, above
  /// all the sample, are never made.
  func word<Made>(_ word: CaseWord<Case, Role, Made>) -> Made

  /// The name in YAML and JSON.
  var text: StaticString { get }

  /// The role of cases of this name in the world around the machine.
  var role: Role { get }

  /// A small number that no other name of the enumeration has: tables by name need no hash.
  ///
  /// An enumeration whose cases hold the names of others has to number them itself.
  var number: Int { get }
}

/// The name of a case in YAML and JSON, as the raw value of a `CaseName`: it is written down where
/// it differs from the name in Swift.
public struct CaseText: ExpressibleByStringLiteral, Equatable, Sendable {
  /// The name itself.
  public let text: StaticString

  @inlinable public init(stringLiteral text: StaticString) { self.text = text }

  public static func == (left: CaseText, right: CaseText) -> Bool {
    left.text.isEqual(to: right.text)
  }
}

/// A function that takes the word for a case: its meaning in one sentence, its role in the world
/// around the machine, and a value of the case for readers to start from.
public typealias CaseWord<Case, Role, Made> = (
  _ summary: StaticString, _ role: Role, _ sample: @autoclosure () -> Case
) -> Made

/// A receiver of the word for an event.
public typealias EventWord<Event, Made> = CaseWord<Event, EventRole, Made>

/// A receiver of the word for an effect.
public typealias EffectWord<Effect, Made> = CaseWord<Effect, EffectRole, Made>

extension CaseName {
  @inlinable public var role: Role { word { _, role, _ in role } }
  /// The meaning of the case, in one sentence.
  public var summary: StaticString { word { summary, _, _ in summary } }
  /// A value of the case for readers to start from; its contents do not matter.
  public var sample: Case { word { _, _, sample in sample() } }
  /// The name in YAML and JSON, for messages.
  public var description: String { text.description }

  /// Finds the name that is written so in YAML and JSON; `nil` where there is none.
  public static func named(_ text: String) -> Self? { allCases.first { $0.description == text } }

  /// The place among the cases, for an enumeration whose cases hold nothing: its only byte.
  @inlinable public var number: Int {
    precondition(MemoryLayout<Self>.size <= 1, "names that hold other names are numbered by hand")
    return withUnsafeBytes(of: self) { $0.first.map { Int($0) } ?? 0 }
  }
}

extension CaseName where Self: RawRepresentable, RawValue == CaseText {
  @inlinable public var text: StaticString { rawValue.text }

  /// The order in which the cases are declared.
  @inlinable public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// The names of a machine's events.
public protocol EventName: CaseName where Role == EventRole {}

extension EventName {
  /// The name of the event by which the system ends a process; `nil` for a machine without one.
  public static var processEndBySystem: Self? {
    allCases.first { $0.role == .processEnd(by: .system) }
  }
}

/// The names of a machine's effects, in the order in which the effects of one event come.
public protocol EffectName: CaseName where Role == EffectRole {}

/// The role of an effect in the world around a machine.
public enum EffectRole: Sendable {
  /// It goes to another party: a request, or what a backend hands to another party.
  case request
  /// It sets or cancels a timer.
  case timer
  /// It reaches the app, the user or the system.
  case toApp
  /// Nothing leaves the machine; specs see it only where they name it.
  case `internal`
}

/// The names of a vocabulary's cases, in the order in which documentation and reports list them.
///
/// An enumeration without raw values, so that its order and `allCases` come from the compiler.
public protocol CaseName: CaseIterable, Comparable, Hashable, Sendable, CustomStringConvertible
where AllCases == [Self] {
  /// The name in YAML and JSON, and one sentence about what the case means.
  var entry: (text: StaticString, summary: StaticString) { get }

  /// A small number that no other name of the enumeration has: tables by name need no hash.
  ///
  /// An enumeration whose cases hold the names of others has to number them itself.
  var number: Int { get }
}

extension CaseName {
  /// The place among the cases of an enumeration whose cases hold nothing: its only byte.
  @inlinable public var number: Int {
    precondition(MemoryLayout<Self>.size <= 1, "names that hold other names are numbered by hand")
    return withUnsafeBytes(of: self) { $0.first.map { Int($0) } ?? 0 }
  }
  /// The name in YAML and JSON.
  @inlinable public var text: StaticString { entry.text }
  /// What the case means, in one sentence.
  public var summary: StaticString { entry.summary }
  /// The name in YAML and JSON, for messages.
  public var description: String { text.description }
}

/// The names of a machine's effects, in the order in which the effects of one event come.
public protocol EffectName: CaseName {
  /// What an effect of this name is to the world around the machine.
  var role: EffectRole { get }
}

/// What an effect is to the world around a machine.
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

/// A claim about all runs of a system.
public struct PropertyClaim: Hashable, Sendable {
  /// The name by which `--property` and reports call it, such as `R1`.
  public let id: String
  /// The claim itself, such as "Two registrations of a device start at least 60 s apart".
  public let sentence: String
  /// The requirements or clauses that it follows from; none where no document says it.
  public let covers: [String]
  /// The kind of claim.
  public let kind: Kind

  /// The effects that a trace has to have for its records alone to show that the claim is broken;
  /// `nil` where the world has to be known.
  public let evidence: [String]?

  /// The kind of a claim, which says when it holds.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// After every step: nothing that the claim excludes has happened.
    case always
    /// In at least one run of a search: what the claim describes has happened.
    case sometimes
    /// Within a time after its condition: what the claim promises has happened.
    case eventually
    /// After all faults were ended and everything has come to rest.
    case convergence
    /// In comparison with another run that is made from the finished one.
    case metamorphic
  }

  /// Makes a claim.
  public init(
    _ id: String, _ sentence: String, covers: [String] = [], kind: Kind = .always,
    evidence: [String]? = nil
  ) {
    self.id = id
    self.sentence = sentence
    self.covers = covers
    self.kind = kind
    self.evidence = evidence
  }
}

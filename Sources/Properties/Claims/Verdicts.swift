import Rules

/// The collection in which monitors file what a run shows of their claims.
public struct Verdicts: Sendable {
  /// The number of times that the condition of each claim arose.
  private(set) var counts: [Int]
  /// The first violation of each claim, in the order found; `property` is the claim's place.
  private(set) var violations: [PropertyViolation] = []
  /// The place of the first claim of the monitor that reports now.
  var base = 0
  /// The place of the device of the monitor that reports now; `nil` for one of all parties.
  var device: Int?
  private let devices: [String]
  private let noCounts: [Int]

  init(claims: Int, devices: [String]) {
    noCounts = Array(repeating: 0, count: claims)
    counts = noCounts
    self.devices = devices
  }

  /// Counts that the condition of a claim arose; for a claim of `sometimes`, that it was witnessed.
  public mutating func met(_ claim: some ClaimList) { met(number: claim.rawValue) }

  /// Reports a claim as broken. Only the first report of a claim is kept, and its sentence is made
  /// only then; where nothing has put the claim to the test before, the report does.
  public mutating func broken(
    _ claim: some ClaimList, by witnesses: @autoclosure () -> [Witness],
    because sentence: @autoclosure () -> String
  ) {
    broken(
      number: claim.rawValue, by: witnesses(), party: device.map { devices[$0] },
      because: sentence())
  }

  /// Reports a claim where it is broken; one that is not broken counts as not put to the test.
  public mutating func broken(
    _ claim: some ClaimList, if isBroken: Bool, by witnesses: @autoclosure () -> [Witness],
    because sentence: @autoclosure () -> String
  ) {
    if isBroken { broken(claim, by: witnesses(), because: sentence()) }
  }

  /// Counts that the condition of a claim arose, and reports the claim where it is broken.
  public mutating func judge(
    _ claim: some ClaimList, brokenIf isBroken: Bool, by witnesses: @autoclosure () -> [Witness],
    because sentence: @autoclosure () -> String
  ) {
    met(claim)
    broken(claim, if: isBroken, by: witnesses(), because: sentence())
  }

  /// Counts from here on.
  mutating func forgetCounts() { counts = noCounts }

  mutating func met(number: Int) { counts[base + number] += 1 }

  mutating func broken(
    number: Int, by witnesses: [Witness], party: String?,
    because sentence: @autoclosure () -> String
  ) {
    let place = base + number
    guard !violations.contains(where: { $0.property == place }) else { return }
    counts[place] = max(counts[place], 1)
    violations.append(
      PropertyViolation(
        property: place, party: party, witnesses: witnesses, sentence: sentence()))
  }
}

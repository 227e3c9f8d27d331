extension Fingerprinter: ViewVisitor {
  public mutating func nested<V: StateView>(
    _ name: StaticString, _ value: V, _ summary: StaticString
  ) {
    show(value)
  }

  public mutating func nested<P: PartView>(
    _ name: StaticString, _ value: P?, _ summary: StaticString
  ) {
    mix(value == nil ? 0 : 1)
    if let value { show(value) }
  }

  public mutating func nested<P: PartView>(
    _ name: StaticString, _ values: [P], _ summary: StaticString
  ) {
    mix(UInt64(truncatingIfNeeded: values.count))
    for value in values { show(value) }
  }

  public mutating func show<V: StateView>(_ value: V) {
    value.view(&self)
    value.details(&self)
  }

  /// Instants that follow are clamped to this horizon.
  public mutating func count(_ horizon: Horizon) { self.horizon = horizon }

  /// Such an instant tells states apart for `==` alone.
  public mutating func memo(_ instant: Instant) {
    if scheme.isExact { part.add(.moment(instant, .exact)) }
  }

  public mutating func nested<V: StateView>(
    _ name: StaticString, _ value: Shared<V>, _ summary: StaticString
  ) {
    if !scheme.ignores(name) { part.add(remembered(value) { $0.show($1) }) }
  }

  /// The others tell states apart.
  public mutating func derived(_ show: (inout Fingerprinter) -> Void) {}

  /// Parties are kept apart, so that each counts by what it is.
  public mutating func party<V: StateView>(_ name: String, _ value: Shared<V>) {
    addParty(name)
    parties[partyCount - 1].part.add(remembered(value) { $0.show($1) })
  }
}

// MARK: - What is remembered

extension Fingerprinter {
  /// Gives the fingerprint of a shared value, wherever it is shown; `show` shows it.
  @inline(__always)
  mutating func remembered<Value>(
    _ value: Shared<Value>, _ show: (inout Fingerprinter, Value) -> Void
  ) -> FingerprintPart {
    if usesMemory, let part = value.fingerprintPart { return part }
    let count = partyCount
    var inner = FingerprintPart()
    swap(&part, &inner)
    show(&self, value.value)
    swap(&part, &inner)
    // Parties that it shows are kept apart from it, so that what remains is not all of it.
    if usesMemory, partyCount == count { value.remember(inner) }
    return inner
  }
}

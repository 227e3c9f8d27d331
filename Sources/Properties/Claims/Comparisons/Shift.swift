import EventSourcing

/// Moves every instant.
struct Shift: ValueRewriter {
  let span: TimeSpan

  init(by span: TimeSpan) { self.span = span }

  func instant(_ value: Instant) -> Instant { value + span }
}

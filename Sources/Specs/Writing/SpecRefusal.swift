/// Why no spec can be made of a trace.
public struct SpecRefusal: Error, Equatable {
  /// What of the trace a spec cannot express, as the end of a sentence about it.
  public let reason: String
  /// How many records were repeated before.
  let repeated: Int

  init(_ reason: String, after repeated: Int = 0) {
    self.reason = reason
    self.repeated = repeated
  }
}

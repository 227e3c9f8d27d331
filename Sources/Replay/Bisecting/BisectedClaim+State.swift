import Diagnostics
import EventSourcing
import Traces

extension BisectedClaim {
  /// The claim that no device gets into a state; `isReached` is asked for the view of each device.
  public static func state(
    _ input: ReplayInput, of system: AnySystem, where isReached: @escaping (Value) -> Bool
  ) -> BisectedClaim {
    // A state can change back.
    BisectedClaim(staysBroken: false) { () throws(Diagnostic) in
      let walk = try system.walk(input)
      return BisectedPass {
        () throws(Diagnostic) in
        guard let line = try walk.next() else { return nil }
        _ = try walk.take()
        return line
      } isBroken: { end in
        walk.parties().contains { party in
          !system.backends.contains(party) && isReached(walk.view(party, end))
        }
      }
    }
  }
}

import EventSourcing
import Properties
import Simulation
import Systems

extension SearchableSystem where Self: WorldSystem {
  /// Three devices, so that several meet at one backend.
  public static var searchedDevices: Int { 3 }

  /// The names of backends in the state of a world.
  public static var backendParts: [StaticString] { ["backend"] }

  public static var restTime: TimeSpan { .days(1) + .minutes(20) }
}

extension System {
  /// Makes a configuration that differs from the default one.
  static func config(_ change: (inout Machine.Config) -> Void) -> Machine.Config {
    var config = defaultConfig
    change(&config)
    return config
  }
}

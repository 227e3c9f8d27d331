import EventSourcing
import Simulation

extension InventorPools {
  /// The words of apps and users, mistakes included, so few that they meet each other; `fields` are
  /// those of one SDK, beside the ones that every device has.
  static func searched(_ fields: [Field]) -> InventorPools {
    InventorPools(
      numbers: [1, 2, 3, 0],
      names: ["alpha", "alpha", "alpha", "beta", "beta", "gamma", " delta ", "", " "],
      values: ["one", "one", "two", "", " three "],
      spans: [.zero, .seconds(1), .seconds(60), .hours(3), .days(1), .minutes(-90), .days(-2)],
      fields: fields + [
        Field("platform", ["iOS", "Android"]),
        Field("time_zone", [0, 3_600, -18_000]),
        Field("locale", ["nb_NO", "de_DE", "en_US"]),
        Field("app_version", ["1.0", "1.1", "2.0"]),
        Field("token", ["token-a", "token-a", "token-b", "token-c", ""]),
        Field(
          "request_timeout",
          [.seconds(1), .seconds(30), .milliseconds(59_999), .seconds(60), .seconds(90), .days(1)]),
        Field("by", [.hours(1), .hours(-1), .seconds(60), .seconds(-60), .days(1), .days(-400)]),
      ])
  }
}

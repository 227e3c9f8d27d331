/// The floors and wings of the project: a target may import from lower floors only, and never
/// from the other wing.
enum House {
  enum Wing { case shared, machines, harness, both }

  struct Room {
    let floor: Int
    let wing: Wing
    /// Whether the module must compile without Foundation, Codable and a C library.
    var pure = false
  }

  static let rooms: [String: Room] = [
    "EventSourcing": Room(floor: 0, wing: .shared, pure: true),
    "Diagnostics": Room(floor: 0, wing: .shared),
    "JSON": Room(floor: 0, wing: .shared),
    "CLibYAML": Room(floor: 0, wing: .shared),
    "Platform": Room(floor: 1, wing: .machines, pure: true),
    "Traces": Room(floor: 1, wing: .harness),
    "Reports": Room(floor: 1, wing: .harness),
    "YAML": Room(floor: 1, wing: .harness),
    "MobilePush": Room(floor: 3, wing: .machines, pure: true),
    "MobileEngage": Room(floor: 3, wing: .machines, pure: true),
    "Simulation": Room(floor: 2, wing: .harness, pure: true),
    "Rules": Room(floor: 2, wing: .harness, pure: true),
    "Specs": Room(floor: 4, wing: .harness),
    "Replay": Room(floor: 3, wing: .harness),
    "Systems": Room(floor: 4, wing: .both),
    "Commands": Room(floor: 5, wing: .harness),
    "pushtrace": Room(floor: 6, wing: .both),
    "Benchmarks": Room(floor: 6, wing: .both),
  ]

  /// Why `importer` may not import `imported`; `nil` when it may.
  static func objection(_ importer: String, to imported: String) -> String? {
    guard let from = rooms[importer] else { return "\(importer) has no place in the house" }
    guard let target = rooms[imported] else { return nil }
    if target.floor >= from.floor { return "\(imported) is not on a lower floor" }
    let wings: [Wing] =
      from.wing == .both
      ? [.shared, .machines, .harness, .both]
      : [
        .shared, from.wing,
      ]
    return wings.contains(target.wing) ? nil : "\(imported) is in the other wing"
  }
}

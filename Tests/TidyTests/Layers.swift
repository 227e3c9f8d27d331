/// The layers and sides of the project: a target may import from lower layers only, and never from
/// the other side.
enum Layers {
  enum Side { case shared, machines, harness, both }

  struct Target {
    let layer: Int
    let side: Side
    /// Whether the module must compile without Foundation, Codable and a C library.
    var pure = false
  }

  static let targets: [String: Target] = [
    "EventSourcing": Target(layer: 0, side: .shared, pure: true),
    "Diagnostics": Target(layer: 0, side: .shared),
    "JSON": Target(layer: 0, side: .shared),
    "CLibYAML": Target(layer: 0, side: .shared),
    "CPageEngine": Target(layer: 0, side: .shared),
    "CPageFiles": Target(layer: 0, side: .shared),
    "EngineSources": Target(layer: 0, side: .shared),
    "Platform": Target(layer: 1, side: .machines, pure: true),
    "Traces": Target(layer: 1, side: .harness),
    "Reports": Target(layer: 1, side: .harness),
    "YAMLText": Target(layer: 1, side: .harness),
    "Protocols": Target(layer: 1, side: .harness),
    "YAML": Target(layer: 2, side: .harness),
    "MobilePush": Target(layer: 3, side: .machines, pure: true),
    "MobileEngage": Target(layer: 3, side: .machines, pure: true),
    "Simulation": Target(layer: 2, side: .harness, pure: true),
    "Rules": Target(layer: 2, side: .harness, pure: true),
    "SpecFormat": Target(layer: 3, side: .harness),
    "Properties": Target(layer: 3, side: .harness, pure: true),
    "Replay": Target(layer: 3, side: .harness),
    "Live": Target(layer: 3, side: .harness),
    "Files": Target(layer: 4, side: .harness),
    "Specs": Target(layer: 4, side: .harness),
    "Timeline": Target(layer: 4, side: .harness),
    "Inspection": Target(layer: 4, side: .harness),
    "Exchange": Target(layer: 4, side: .harness),
    "Systems": Target(layer: 4, side: .both),
    "SystemProperties": Target(layer: 5, side: .both),
    "PageEngine": Target(layer: 5, side: .harness),
    "Commands": Target(layer: 5, side: .harness),
    "LiveCommands": Target(layer: 5, side: .harness),
    "MachineTesting": Target(layer: 5, side: .harness),
    "RegisteredSystems": Target(layer: 6, side: .both),
    "pushtrace": Target(layer: 7, side: .both),
    "pushtrace-live": Target(layer: 7, side: .both),
    "Benchmarks": Target(layer: 7, side: .both),
  ]

  /// Why `importer` may not import `imported`; `nil` when it may.
  static func refusal(_ importer: String, to imported: String) -> String? {
    guard let from = targets[importer] else { return "\(importer) has no layer" }
    guard let target = targets[imported] else { return nil }
    if target.layer >= from.layer { return "\(imported) is not on a lower layer" }
    let sides: [Side] =
      from.side == .both ? [.shared, .machines, .harness, .both] : [.shared, from.side]
    return sides.contains(target.side) ? nil : "\(imported) is on the other side"
  }
}

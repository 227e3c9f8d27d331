import Foundation

/// Writes `COUNT` small scenarios, fifty in a file, into the new folder `FOLDER`.
func writeSpecs(_ arguments: [String]) throws {
  guard arguments.count == 2, let count = Int(arguments[0]) else {
    throw WrongUsage(part: "write-specs COUNT FOLDER")
  }
  try SmallScenarios.write(count, to: arguments[1])
}

/// Specs of small scenarios: steps at given times, claims about effects and a look at the state.
enum SmallScenarios {
  /// A file with `count` scenarios, each different from the others.
  static func file(_ number: Int, count: Int) -> [UInt8] {
    var text = """
      format: 1
      sdk: mobilepush
      feature: Small scenarios, part \(number)
      observe: [send_registration]
      defaults:
        given:
          use: [registered_device]
      scenarios:

      """
    for index in 0..<count { text += scenario(number * 50 + index) }
    return Array(text.utf8)
  }

  /// Writes `count` scenarios, fifty in a file, into the new folder `folder`.
  static func write(_ count: Int, to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 0..<(count + 49) / 50 {
      let path = "\(folder)/small-\(number).spec.yaml"
      try Data(file(number, count: min(50, count - number * 50))).write(to: URL(filePath: path))
    }
  }

  private static func scenario(_ number: Int) -> String {
    """
      - name: A change of number \(number) leaves when its minute is over
        id: SMALL-\(number)
        steps:
          - at: 0s
            event: attribute_set
            with: { key: city, value: place \(number % 97) }
            expect: none
          - { at: \(1 + number % 58)s, event: tag_added, with: { tag: audience \(number % 13) } }
          - at: 60s
            expect:
              - send_registration: { reason: changed }
            state:
              registration: { pending: false, failures: 0 }
        run_until: 1h

    """
  }
}

import CommandTesting
import Properties
import SpecFormat
import SystemProperties
import Systems
import Testing

/// Recorded traces against the properties that records alone can break.
struct TracedClaimsTests {
  @Test(arguments: [
    ("one", "I6", "record 549: show_in_app_message"),
    ("two", "R2", "record 536: app_launched"), ("three", "N7", "record 507: send_analytics #108"),
  ])
  func `what a week of an app breaks is found without the machine`(
    week: String, property: String, record: String
  ) async throws {
    try await CommandRun("conform Tests/CommandsTests/Week/\(week).trace.jsonl")
      .exits(1).prints("error[T320]: property \(property) is broken: ", record)
  }

  private static let start = "mobile_engage/first-start"
  private static let login = "mobilepush/login"

  @Test(arguments: [
    (start, 17, #""field_value":"crm-4711""#, #""field_value":"crm-4712""#, "property E12"),
    (start, 17, #""field_id":3"#, #""field_id":4"#, "property E12"),
    (start, 17, "/client/contact", "/client/foo", "rule CONTACT-PATH"),
    (start, 13, #""name":"viewed""#, #""name":"never-tracked""#, "property E14"),
    (
      start, 13, #""type":"custom","name":"viewed""#, #""type":"internal","name":"session:start""#,
      "property E8"
    ),
    (
      login, 4, #"{"entry":1,"#, #"{"entry":1,"kind":"app_opened","at":1767599940000},{"entry":1,"#,
      "property N7"
    ),
  ])
  func `what was not asked for, or twice, is broken in the trace itself`(
    trace: String, record: Int, text: String, change: String, broken: String
  ) async throws {
    let folder = TemporaryFolder()
    let lines = try Project.lines(of: "Traces/\(trace).trace.jsonl")
    let changed = lines.map {
      $0.hasPrefix(#"{"seq":\#(record),"#) ? $0.replacing(text, with: change) : $0
    }
    #expect(lines != changed)
    let path = try folder.write(changed, "a")
    try await CommandRun("conform \(path)").exits(1).prints("\(broken) is broken: ")
  }

  @Test func `rules of one's own come without the properties`() async throws {
    let week = "Tests/CommandsTests/Week/one.trace.jsonl"
    try await CommandRun("conform --rules Specs/mobilepush/documents.rules.yaml \(week)").exits(0)
  }

  @Test func `effects that come later than their events leave the properties open`() async throws {
    var isLater = false
    let run = try await conform { line in
      isLater = isLater || line.contains(#""effect":"send_registration""#)
      return isLater
        ? line.replacing(#""at":1767603600000"#, with: #""at":1767603600001"#) : line
    }
    run.prints("because effects are recorded later than their events: R1, R2")
  }

  @Test func `a launch that says nothing of its device leaves the properties open`() async throws {
    let run = try await conform { line in
      guard let start = line.firstRange(of: #","device":{"#) else { return line }
      return line[..<start.lowerBound] + "}}"
    }
    run.prints("because no device and config of the first launch is recorded: R1, R2")
  }

  @Test func `a rule about a reading is judged under its default alone`() async throws {
    let run = try await conform {
      $0.replacing(
        #""first_counts_toward_throttle":true"#, with: #""first_counts_toward_throttle":false"#)
    }
    run.prints("because the trace was recorded under other readings: RATE")
  }

  @Test func `each requirement has a rule, a property, or a reason why it has none`() throws {
    let catalogue = Catalogue(
      Array(try Project.text("/Specs/requirements.yaml").utf8), path: "requirements.yaml")
    #expect(catalogue.findings.isEmpty)
    let covered = Set(
      try ["mobilepush", "mobile_engage"].flatMap { sdk in
        try Project.text("/Specs/\(sdk)/documents.rules.yaml").split(separator: "\n")
          .filter { $0.hasPrefix("    covers: [") }
          .flatMap { $0.dropFirst("    covers: [".count).dropLast().split(separator: ", ") }
          .map { String($0) }
      } + Self.covered(by: MobilePushSystem.self) + Self.covered(by: MobileEngageSystem.self))
    for requirement in catalogue.requirements {
      let id = requirement.id.text
      #expect(covered.contains(id) == (requirement.noRule == nil), "\(id)")
    }
  }

  @Test func `a property waits for records of effects that it hears`() {
    Self.checkEvidence(of: MobilePushSystem.self)
    Self.checkEvidence(of: MobileEngageSystem.self)
  }

  private static func covered<S: SearchableSystem>(by system: S.Type) -> [String] {
    S.properties.filter { $0.claim.evidence != nil }.flatMap(\.claim.covers)
  }

  private static func checkEvidence<S: SearchableSystem>(of system: S.Type) {
    for property in S.properties {
      let heard = property.effects.map(\.description)
      for name in property.claim.evidence ?? [] {
        #expect(heard.contains(name), "\(property.claim.id)")
      }
    }
  }

  /// Holds the trace of a first launch with its lines changed against the rules.
  private func conform(_ change: (String) -> String) async throws -> CommandRun {
    let folder = TemporaryFolder()
    let lines = try Project.lines(of: "Traces/mobilepush/first-launch.trace.jsonl").map(change)
    let path = try folder.write(lines.filter { !$0.contains(#""end":"#) }, "a")
    return try await CommandRun("conform \(path)").exits(0)
  }

  @Test func `what time alone breaks is broken in the trace that a search keeps`() async throws {
    let folder = TemporaryFolder()
    let rules = try folder.writeRules(
      "{ id: AGAIN, whenever: send_registration, then: send_registration, within: 1h }")
    let run = try await CommandRun(
      "simulate --sdk mobilepush --seed 1 --runs 20 --rules \(rules) --property AGAIN",
      in: folder.url
    ).exits(1)
    let line = try #require(run.output.firstMatch(of: /trace: (?<path>.*)/))
    let trace = folder.path(String(line.path))
    try await CommandRun("conform \(trace) --rules \(rules)").exits(1).prints("came by 1h")
    try await CommandRun("bisect \(trace) --rules \(rules)").exits(1).prints("state hash")
    try await CommandRun("replay \(trace)").exits(0).prints("1 state hash\n")
    let smaller = try await CommandRun("minimize \(trace) --rules \(rules)").exits(0).output
    let path = try folder.write(smaller, to: "smaller.trace.jsonl")
    #expect(smaller.contains("send_registration") && !smaller.contains("response_received"))
    try await CommandRun("conform \(path) --rules \(rules)").exits(1).prints("came by")
  }
}

import CommandTesting
import Testing

struct TiesTests {
  @Test func `a scenario that depends on the order at one instant is named`() async throws {
    let run = try await CommandRun("check Specs/mobilepush/throttle.spec.yaml --ties=both").exits(0)
    run.prints("The order of things at one instant reversed: ")
    // A change at the very instant of a sending rides along when it comes first.
    run.prints("  depends on the order: THR-03  (Specs/mobilepush/throttle").omits(
      "depends on the order: THR-02")
  }

  @Test func `under --strict a scenario that depends on the order is a finding`() async throws {
    let spec = "Specs/mobilepush/throttle.spec.yaml"
    try await CommandRun("check \(spec) --strict --id THR-03").exits(0)
    try await CommandRun("check \(spec) --strict --ties=both --id THR-03").exits(1)
    try await CommandRun("check \(spec) --strict --ties=both --id THR-02").exits(0)
  }

  @Test func `two steps at one instant stay in the order of the file`() async throws {
    let folder = TemporaryFolder()
    let spec = try folder.writeSpec(
      """
        - name: The last value wins
          id: LAST
          given: { use: [registered_device] }
          steps:
            - { at: 0s, event: attribute_set, with: { key: city, value: Oslo } }
            - { at: 0s, event: attribute_set, with: { key: city, value: Bergen } }
          finally: { state: { attributes: { city: Bergen } } }

      """, to: "last.spec.yaml")
    try await CommandRun("check \(spec) --ties=both").prints("reversed: 1 of 1 scenarios hold")
  }

  @Test func `the JSON has what the text says`() async throws {
    let document = try await CommandRun(
      "check Specs/mobilepush/throttle.spec.yaml --ties=both --format json"
    ).document
    let ties = try #require(document["ties"] as? [String: Any])
    let dependent = try #require(ties["dependent"] as? [[String: Any]])
    #expect(dependent.contains { $0["id"] as? String == "THR-03" && $0["finding"] != nil })
  }
}

import Commands
import Foundation
import TestFiles
import Testing

/// A machine that the project does not know gets specs, traces and replay from its registration.
struct TurnstileTests {
  private let folder = TemporaryFolder()

  @Test func `a spec of the turnstile passes, and its traces replay`() async throws {
    let spec = try folder.write(TurnstileTests.spec, to: "turnstile.spec.yaml")
    let traces = folder.path("traces")
    #expect(await run("check", spec, "--save-traces", traces) == 0)
    #expect(try folder.names(in: "traces").count == 3)
    #expect(await run("replay", "--twice", traces) == 0)
    #expect(await run("verify", traces) == 0)
  }

  @Test func `a spec that does not hold fails, and a word it does not have is refused`()
    async throws
  {
    let late = TurnstileTests.spec.replacingOccurrences(of: "[59s999ms, let", with: "[60s, let")
    #expect(await run("check", try folder.write(late, to: "late.spec.yaml")) == 1)
    let wrong = TurnstileTests.spec.replacingOccurrences(of: "arm_pushed", with: "arm_pulled")
    #expect(await run("check", try folder.write(wrong, to: "wrong.spec.yaml")) == 2)
  }

  @Test func `a drifting trace of the turnstile is found`() async throws {
    let spec = try folder.write(TurnstileTests.spec, to: "turnstile.spec.yaml")
    #expect(await run("check", spec, "--save-traces", folder.url.path) == 0)
    let text = try folder.text("TURN-2-1.trace.jsonl")
    let edited = text.replacingOccurrences(of: "\"let_through\"", with: "\"refuse\"")
    #expect(edited != text)
    #expect(await run("replay", try folder.write(edited, to: "edited.trace.jsonl")) == 1)
  }

  @Test func `a field that one place describes is read, written, replayed and proposed`()
    async throws
  {
    let paid = TurnstileTests.spec.replacingOccurrences(
      of: "event: coin_inserted,", with: "event: coin_inserted, with: { currency: NOK },")
    let spec = try folder.write(paid, to: "paid.spec.yaml")
    #expect(await run("check", spec, "--save-traces", folder.url.path) == 0)
    let text = try folder.text("TURN-2-1.trace.jsonl")
    #expect(
      text.contains("\"event\":\"coin_inserted\",\"data\":{\"value\":1,\"currency\":\"NOK\"}"))
    #expect(await run("replay", folder.path("TURN-2-1.trace.jsonl")) == 0)
    let typo = paid.replacingOccurrences(of: "currency:", with: "curency:")
    #expect(await run("check", try folder.write(typo, to: "typo.spec.yaml")) == 2)
  }

  @Test func `a claim that does not hold is found with a shortest way, kept and repeated`()
    async throws
  {
    let systems = [RegisteredSystem(SearchedTurnstile.self)]
    func run(_ arguments: String...) async -> Int32 {
      await Pushtrace.run(systems: systems, arguments: arguments)
    }
    let explore = ["explore", "--sdk", "turnstile", "--depth", "4"]
    #expect(
      await Pushtrace.run(systems: systems, arguments: explore + ["--property", "PAID"]) == 0)
    let saved = explore + ["--save", folder.url.path]
    #expect(await Pushtrace.run(systems: systems, arguments: saved) == 1)
    let files = try folder.names()
    #expect(files.count == 2)
    let spec = try #require(files.first { $0.hasSuffix(".spec.yaml") })
    let trace = try #require(files.first { $0.hasSuffix(".trace.jsonl") })
    #expect(await run("check", folder.path(spec)) == 1)
    #expect(await run("replay", folder.path(trace)) == 0)
    let text = try folder.text(trace)
    #expect(text.components(separatedBy: "\"let_through\"").count == 3)
  }

  private func run(_ arguments: String...) async -> Int32 {
    await Pushtrace.run(systems: [RegisteredSystem(TurnstileSystem.self)], arguments: arguments)
  }

  private static let spec = """
    format: 1
    sdk: turnstile
    always:
      - { id: PAID, requires: coin_inserted, before: let_through }
    scenarios:
      - name: Without a coin the gate stays closed
        id: TURN-1
        steps:
          - { at: 0s, event: arm_pushed, expect: [refuse] }
      - name: A coin opens the way for a minute, and <offset> after it the push gets <outcome>
        id: TURN-2
        examples:
          columns: [offset, outcome]
          rows:
            - [59s999ms, let_through]
            - [60s, refuse]
        steps:
          - { at: 0s, event: coin_inserted, state: { unlocked: true, coins: 1 } }
          - { at: <offset>, event: arm_pushed, expect: [<outcome>] }

    """
}

import Commands
import Foundation
import TestFiles
import Testing

/// Runs the command with the newsletter, and returns its exit code.
func run(_ arguments: String...) async -> Int32 {
  await Pushtrace.run(systems: [RegisteredSystem(NewsletterSystem.self)], arguments: arguments)
}

/// The machine of the article "Run a machine for real in your app", with a spec of it.
struct NewsletterTests {
  private let folder = TemporaryFolder()

  @Test func `the spec passes, and its traces replay`() async throws {
    let spec = try folder.write(Self.spec, to: "newsletter.spec.yaml")
    let traces = folder.path("traces")
    #expect(await run("check", "--strict", spec, "--save-traces", traces) == 0)
    #expect(try folder.names(in: "traces").count == 3)
    #expect(await run("replay", "--twice", traces) == 0)
  }

  @Test func `another wait than the spec says is found`() async throws {
    let late = Self.spec.replacingOccurrences(of: "[0s, 1m, 3m]", with: "[0s, 1m, 2m]")
    #expect(await run("check", try folder.write(late, to: "late.spec.yaml")) == 1)
  }

  private static let spec = """
    format: 1
    sdk: newsletter
    scenarios:
      - name: A server that fails is asked again after one minute, then after two
        id: NEWS-1
        given:
          backend: { subscription: { replies: [503, offline, 201] } }
        steps:
          - { at: 0s, event: subscribed, with: { address: ann@example.com } }
        run_until: 1h
        timeline:
          send_address: [0s, 1m, 3m]
          show_thanks: [3m]
        finally: { state: { confirmed: true, failures: 2 } }

      - name: An address that the server has is not sent again
        id: NEWS-2
        given: { use: [subscribed] }
        steps:
          - { at: 0s, event: subscribed, with: { address: ann@example.com }, expect: none }

      - name: A new address is
        id: NEWS-3
        given: { use: [subscribed] }
        steps:
          - at: 0s
            event: subscribed
            with: { address: bob@example.com }
            expect: [send_address: { address: bob@example.com }, show_thanks]
    """
}

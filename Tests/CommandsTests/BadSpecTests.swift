import Foundation
import Testing

/// The messages of `pushtrace check` about specs that cannot run, beside those of
/// `Tests/InvalidSpecs`.
struct BadSpecTests {
  @Test(arguments: [
    (
      "{ at: 0s, event: in_app_published, with: { message: { id: a, trigger: { event: \"\" } } } }",
      "names no event"
    ),
    (
      "{ at: 0s, event: in_app_published, with: { message: { id: \"\", trigger: { event: b } } } }",
      "needs an id"
    ),
    ("{ at: 0s, backend: { contcts: {} } }", "contacts"),
    ("{ at: 0s, event: push_sent, on: phone, with: { contact: a, id: b } }", "takes no 'on'"),
    ("{ at: 0s, event: token_invalidated }", "needs a device"),
    ("{ at: 0s, on: watch, event: network_lost }", "watch"),
  ])
  func `what makes no sense in a world is refused with its place`(
    step: String, word: String
  ) async throws {
    let text = """
      format: 1
      sdk: mobilepush
      scenarios:
        - name: A
          given:
            { backend: simulated, devices: { phone: { use: [registered_device] }, tablet: {} } }
          steps:
            - \(step)

      """
    let folder = try TemporaryFolder()
    let run = try await CommandRun(["check", try folder.write(text, to: "world.spec.yaml")])
    #expect(run.status == 2, "\(run.output)")
    #expect(run.output.contains("world.spec.yaml:8:"), "\(run.output)")
    #expect(run.output.contains(word), "\(run.output)")
  }

  @Test func `a fixture that the configuration prevents is refused with a proposal`() async throws {
    let text = """
      format: 1
      sdk: mobilepush
      scenarios:
        - name: A
          given:
            use: [registered_device]
            config: { delay_registration_until_contact_key_is_set: DELAY }
          steps:
            - { at: 0s }

      """
    let folder = try TemporaryFolder()
    let delayed = text.replacing("DELAY", with: "true")
    let run = try await CommandRun(["check", try folder.write(delayed, to: "delayed.spec.yaml")])
    #expect(run.status == 2, "\(run.output)")
    #expect(run.output.contains("delayed.spec.yaml:6:13: error[S215]"), "\(run.output)")
    #expect(run.output.contains("use fresh_install, launch it and set a key"), "\(run.output)")
    let usual = text.replacing("DELAY", with: "false")
    #expect(
      try await CommandRun(["check", try folder.write(usual, to: "usual.spec.yaml")]).status == 0)
  }

  @Test func `a file over four megabytes is refused`() async throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "# a comment that fills the file\n", count: 140_000)
    let run = try await CommandRun(["check", try folder.write(text, to: "big.spec.yaml")])
    #expect(run.status == 2)
    #expect(run.output.contains("S007"))
  }

  @Test func `nothing selected is a failure that names the closest tag`() async throws {
    let run = try await CommandRun([
      "check", "--tag", "regstration", "Specs/mobilepush/throttle.spec.yaml",
    ])
    #expect(run.status == 2)
    #expect(run.output.contains("did you mean 'registration'"))
  }

  @Test(arguments: [["nowhere"], ["Specs/nowhere.spec.yaml:3"], ["README.md:1"]])
  func `a path that leads to no spec is refused`(arguments: [String]) async throws {
    #expect(try await CommandRun(["check"] + arguments).status == 2)
  }

  @Test func `an unreadable file does not keep the others from running`() async throws {
    let run = try await CommandRun(["check", "nowhere.yaml", "Specs/mobilepush/throttle.spec.yaml"])
    #expect(run.status == 2)
    #expect(run.output.contains("17 passed") || run.output.contains("passed"))
  }
}

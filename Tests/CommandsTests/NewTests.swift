import CommandTesting
import Foundation
import Testing

struct NewTests {
  private let folder = TemporaryFolder()

  @Test(arguments: ["mobilepush", "mobile_engage"])
  func `a first spec passes, and lint has nothing to say about it`(system: String) async throws {
    let file = "\(folder.url.path)/deep/er/first.spec.yaml"
    try await CommandRun("new --sdk \(system) \(file)").exits(0)
    try await CommandRun("check --strict \(file)").exits(0).prints("1 scenario in 1 file: 1 passed")
    try await CommandRun("lint \(file)").exits(0)
  }

  @Test func `without a file it stands under Specs by its system`() async throws {
    try await CommandRun("new --sdk mobilepush", in: folder.url).exits(0)
    try await CommandRun("check", in: folder.url).exits(0)
  }

  @Test func `a file that is there is left alone`() async throws {
    let file = try folder.write("mine\n", to: "first.spec.yaml")
    try await CommandRun("new --sdk mobilepush \(file)").exits(2).printsError("is there already")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine\n")
  }

  @Test func `of several systems one has to be named`() async throws {
    try await CommandRun("new", in: folder.url).exits(64).printsError(
      "--sdk takes one of: mobilepush, mobile_engage")
  }

  @Test func `a misspelt system gets a proposal`() async throws {
    try await CommandRun("new --sdk mobilpush", in: folder.url).exits(2).printsError(
      "did you mean 'mobilepush'?")
  }

  @Test func `a folder that cannot be written to is said`() async throws {
    try await CommandRun("new --sdk mobilepush /proc/none/first.spec.yaml").exits(74)
  }
}

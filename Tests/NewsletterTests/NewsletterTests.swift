import Commands
import Foundation
import Testing

/// The machine of the article "Bring your own machine", with the spec that stands there.
struct NewsletterTests {
  private static let article = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Simulation/Simulation.docc/BringYourOwnMachine.md")

  @Test func `the spec of the article passes, and its traces replay`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let spec = folder.appending(path: "newsletter.spec.yaml")
    try Data(try Self.spec().utf8).write(to: spec)
    let traces = folder.appending(path: "traces").path
    #expect(await run("check", "--strict", spec.path, "--save-traces", traces) == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: traces).count == 3)
    #expect(await run("replay", "--twice", traces) == 0)
  }

  @Test func `another wait than the spec says is found`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "\(UUID().uuidString).spec.yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    let late = try Self.spec().replacingOccurrences(of: "[0s, 1m, 3m]", with: "[0s, 1m, 2m]")
    try Data(late.utf8).write(to: file)
    #expect(await run("check", file.path) == 1)
  }

  private func run(_ arguments: String...) async -> Int32 {
    await Pushtrace.run(systems: [RegisteredSystem(NewsletterSystem.self)], arguments: arguments)
  }

  /// The block of YAML in the article.
  private static func spec() throws -> String {
    let text = String(decoding: try Data(contentsOf: article), as: UTF8.self)
    let block = try #require(text.components(separatedBy: "```yaml\n").dropFirst().first)
    return try #require(block.components(separatedBy: "```").first)
  }
}

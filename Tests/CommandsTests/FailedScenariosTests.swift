import CommandTesting
import Foundation
import Testing

@testable import Commands

struct FailedScenariosTests {
  private let folder = TemporaryFolder()
  private let cache = TemporaryFolder()

  init() throws {
    try folder.write(Self.spec(expecting: "none"), to: "a.spec.yaml")
  }

  @Test func `--failed runs what failed when it last ran, and all where nothing did`() async throws
  {
    try folder.write(Self.spec(expecting: "[send_registration]"), to: "a.spec.yaml")
    #expect(try await check([]).output.contains("2 scenarios in 1 file: 1 passed, 1 failed"))
    #expect(
      try await check(["--failed"]).output.contains("1 scenario in 1 file: 0 passed, 1 failed"))
    try folder.write(Self.spec(expecting: "none"), to: "a.spec.yaml")
    #expect(try await check(["--failed"]).output.contains("1 scenario in 1 file: 1 passed"))
    let all = try await check(["--failed"]).prints("2 scenarios in 1 file: 2 passed")
    #expect(all.errors == "nothing failed last: running 2 scenarios\n")
  }

  @Test func `what did not run is remembered as it was`() async throws {
    try folder.write(Self.spec(expecting: "[send_registration]"), to: "a.spec.yaml")
    _ = try await check([])
    try await check(["--id", "B"]).exits(0)
    #expect(
      try await check(["--failed"]).output.contains("1 scenario in 1 file: 0 passed, 1 failed"))
  }

  @Test func `another working directory is another project`() async throws {
    try folder.write(Self.spec(expecting: "[send_registration]"), to: "a.spec.yaml")
    _ = try await check([])
    let other = TemporaryFolder()
    let run = try await CommandRun(
      "check --failed \(folder.path("a.spec.yaml"))", in: other.url,
      environment: ["XDG_CACHE_HOME": cache.url.path])
    #expect(run.errors == "nothing failed last: running 2 scenarios\n")
  }

  @Test(arguments: [["HOME": "", "XDG_CACHE_HOME": ""], ["XDG_CACHE_HOME": "/dev/null"]])
  func `a run is as good without a cache folder`(environment: [String: String]) async throws {
    try folder.write(Self.spec(expecting: "[send_registration]"), to: "a.spec.yaml")
    let run = try await CommandRun("check .", in: folder.url, environment: environment).exits(1)
    #expect(run.errors.isEmpty)
  }

  @Test func `a damaged list is a list without what cannot be read`() async throws {
    try folder.write(Self.spec(expecting: "[send_registration]"), to: "a.spec.yaml")
    _ = try await check([])
    let name = try #require(try cache.names(in: "pushtrace").first)
    try cache.write("\u{0}\n\t\t\n\nno tab\n", to: "pushtrace/\(name)")
    #expect(try await check(["--failed"]).errors == "nothing failed last: running 2 scenarios\n")
  }

  @Test(arguments: [
    (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/pushtrace"),
    (["XDG_CACHE_HOME": "c", "HOME": "/h"], "/h/.cache/pushtrace"), ([:], nil),
  ])
  func `the cache folder follows the specification`(
    environment: [String: String], path: String?
  ) {
    #expect(CacheFolder.path(in: environment) == path)
  }

  private func check(_ options: [String]) async throws -> CommandRun {
    try await CommandRun(
      "check . \(options)", in: folder.url, environment: ["XDG_CACHE_HOME": cache.url.path])
  }

  private static func spec(expecting claim: String) -> String {
    """
    format: 1
    sdk: mobilepush
    observe: [send_registration]
    scenarios:
      - name: A tag waits
        id: A
        given: { use: [registered_device] }
        steps: [{ at: 0s, event: tag_added, with: { tag: gold }, expect: \(claim) }]
      - name: An attribute waits
        id: B
        given: { use: [registered_device] }
        steps: [{ at: 0s, event: attribute_set, with: { key: a, value: b }, expect: none }]

    """
  }
}

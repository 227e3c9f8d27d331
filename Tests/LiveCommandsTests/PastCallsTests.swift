import Foundation
import Live
import LogFiles
import Systems
import Testing

@testable import LiveCommands

/// A server that was started again on the log of the one before.
struct PastCallsTests {
  @Test func `a repeat of a call from before a restart gets the same answer and counts once`()
    async throws
  {
    try await withLog { folder in
      let first = try await call(folder, key: "one", order: nil)
      let again = try await call(folder, key: "one", order: nil)
      #expect(first == again)
      #expect(await arrivals(folder) == 1)
    }
  }

  @Test func `a call that its device numbers is known without a remark`() async throws {
    try await withLog { folder in
      let first = try await call(folder, key: "one", order: "7")
      let again = try await call(folder, key: "other", order: "7")
      #expect(first == again)
      #expect(PastCalls<MobileEngageSystem>(FolderStore(reading: folder)).keys.isEmpty)
      #expect(await arrivals(folder) == 1)
    }
  }

  @Test func `a folder without a log has no calls`() async throws {
    try await withLog { folder in
      #expect(PastCalls<MobileEngageSystem>(FolderStore(reading: folder + "/none")).calls.isEmpty)
    }
  }

  private func arrivals(_ folder: String) async -> Int {
    PastCalls<MobileEngageSystem>(FolderStore(reading: folder)).calls.count
  }

  /// Starts the backend on a log, sends it a call, and ends it.
  private func call(_ folder: String, key: String, order: String?) async throws -> ServedReply {
    let backend = try await BackendServer<MobileEngageSystem>.open(folder)
    var request = WireRequest("POST", "/apps/APP/client/contact?anonymous")
    request.headers = [WireHeader("X-Client-Id", "phone"), WireHeader("Idempotency-Key", key)]
    if let order { request.headers.append(WireHeader("X-Request-Order", order)) }
    let reply = try await backend.take(request)
    await backend.close()
    return reply
  }

  private func withLog(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }
}

import CommandTesting
import EventSourcing
import Replay
import Simulation
import SpecFormat
import Systems
import Testing

/// The requirements that each part of the hidden state names.
struct FieldRequirementsTests {
  @Test func `each field of a state names its requirements, and each name is a field`() throws {
    try check(MobilePushSystem.self, "mobilepush/login")
    try check(MobileEngageSystem.self, "mobile_engage/first-start")
  }

  private func check<S: System>(_ system: S.Type, _ trace: String) throws {
    let walk = try AnySystem(S.self).walk(
      ReplayInput(file: trace, bytes: Array(try Project.text("/Traces/\(trace).trace.jsonl").utf8)))
    let fields = walk.hiddenSchema().leaves.compactMap { path -> String? in
      if path.hasPrefix("backend.") { return path }
      let state = "devices.entries.state."
      return path.hasPrefix(state) ? String(path.dropFirst(state.count)) : nil
    }
    #expect(fields.count > 50)
    for field in fields {
      #expect(S.requirements.ids(of: field) != nil, "\(S.name): \(field)")
    }
    for part in S.requirements.parts {
      #expect(
        fields.contains { $0 == part.path || $0.hasPrefix("\(part.path).") },
        "\(S.name): \(part.path)")
    }
  }

  @Test func `the network and the application have requirements`() {
    #expect(MobilePushSystem.requirements.ids(of: "system.online")?.isEmpty == false)
    #expect(MobileEngageSystem.requirements.ids(of: "application.code")?.isEmpty == false)
    #expect(MobileEngageSystem.requirements.ids(of: "queue.application")?.first != "ME-7")
  }

  @Test func `each named requirement is in the catalogue`() throws {
    let catalogue = Catalogue(
      Array(try Project.text("/Specs/requirements.yaml").utf8), path: "requirements.yaml")
    let parts = MobilePushSystem.requirements.parts + MobileEngageSystem.requirements.parts
    for (path, ids) in parts {
      for id in ids { #expect(catalogue[id] != nil, "\(path): \(id)") }
    }
  }

  @Test func `a field has the requirements of the innermost part`() {
    let some: FieldRequirements = ["queue": ["A"], "queue.calls": ["B"], "que": ["C"]]
    #expect(some.ids(of: "queue.calls.at") == ["B"])
    #expect(some.ids(of: "queue.number") == ["A"])
    #expect(some.ids(of: "queues") == nil)
    #expect(some.below("sending").ids(of: "sending.queue") == ["A"])
  }
}

extension Schema {
  /// The paths of the fields without fields of their own, and without places in lists.
  fileprivate var leaves: [String] {
    switch self {
    case .nullable(let inner), .list(let inner): inner.leaves
    case .record(let fields):
      fields.flatMap { field in
        let inner = field.schema.leaves
        return inner.isEmpty ? [field.name] : inner.map { "\(field.name).\($0)" }
      }
    case .integer, .boolean, .text, .personal, .open, .instant, .span, .choice, .map: []
    }
  }
}

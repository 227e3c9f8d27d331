import EventSourcing
import JSON
import Live
import MobilePush
import Platform
import Systems
import Testing

struct HostCommandTests {
  private typealias Command = HostCommand<MobilePushSystem.Machine.Event>

  private func read(_ line: String) throws -> Command {
    try Array(line.utf8).withUnsafeBufferPointer {
      try Command($0, refusal: MobilePushSystem.refusal)
    }
  }

  private func refusal(_ line: String) throws -> CommandRefusal {
    try #require(throws: CommandRefusal.self) { try read(line) }
  }

  @Test func `an event is read by its name and fields`() throws {
    let command = try read(
      #"{"id":7,"event":"contact_key_set","with":{"key":"anna"},"on":"phone"}"#)
    #expect(command.event == .device(.contactKeySet(key: "anna")))
    #expect(command.party == "phone")
    #expect(command.id == .number("7"))
    #expect(try read(#" { "event" : "app_backgrounded" } "#).event == .device(.appBackgrounded))
    #expect(
      try read(#"{"event":"app_launched"}"#).event == .device(.appLaunched(state: .foreground)))
  }

  @Test(arguments: [
    ("", "expected an object"),
    ("[]", "expected an object"),
    ("{}", "'event' is missing"),
    (#"{"event":"app_lunched"}"#, "there is no event 'app_lunched': did you mean 'app_launched'?"),
    (#"{"event":"contact_key_set"}"#, "'key' is missing here: add \"key\""),
    (#"{"event":"app_backgrounded","wiht":{}}"#, "unknown member 'wiht': did you mean 'with'?"),
    (#"{"event":"app_backgrounded"} {}"#, "expected one object"),
    (#"{"event":"app_backgrounded","event":"x"}"#, "'event' stands twice"),
    (
      #"{"event":"timer_fired","with":{"timer":"registration"}}"#,
      "'timer_fired' is recorded by the host: an app cannot bring it"
    ),
    (
      #"{"event":"server_down"}"#, "'server_down' happens at a backend and not at an app"
    ),
    (#"{"event":"network_lost"}"#, "'network_lost' happens in a simulated network"),
  ])
  func `a line that is no command is refused with its reason`(line: String, reason: String) throws {
    let message = try refusal(line).message
    #expect(message.hasPrefix(reason), "\(message)")
  }

  @Test func `the id of a refused command is kept for its answer`() throws {
    let refusal = try refusal(#"{"id":"a","event":"nothing"}"#)
    #expect(refusal.id == .text("a"))
    #expect(refusal.column == 20)
  }
}

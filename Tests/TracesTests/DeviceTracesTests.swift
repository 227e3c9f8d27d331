import Diagnostics
import Testing
import Traces

/// Streams that hold the traces of many devices.
struct DeviceTracesTests {
  @Test func `each device gets its lines without its name`() throws {
    let found = try devices(
      """
      {"device":"a","pushtrace":1}
      {"device":"a","seq":1}
      {"device":"b","pushtrace":1}

      """)
    #expect(found.map(\.device) == ["a", "b"])
    #expect(found.map(text) == ["{\"pushtrace\":1}\n{\"seq\":1}", "{\"pushtrace\":1}"])
  }

  @Test func `a name may be spaced, escaped and anything that JSON can write`() throws {
    let found = try devices(
      #"""
      { "device" : "\u0061" , "seq":1}
      {"device":"a","seq":2}
      {"device":"a\tb\"","seq":1}
      {"device":""}
      """#)
    #expect(found.map(\.device) == ["a", "a\tb\"", ""])
    #expect(found.map(text) == ["{ \"seq\":1}\n{\"seq\":2}", "{\"seq\":1}", "{}"])
  }

  @Test func `a device that comes again is another trace`() throws {
    let found = try devices(#"{"device":"a","x":1}\#n{"device":"b"}\#n{"device":"a","y":2}"#)
    #expect(found.map(\.device) == ["a", "b", "a"])
  }

  @Test(arguments: [
    #"{"seq":1}"#, "", #"{"device":7,"seq":1}"#, #"{"seq":1,"device":"a"}"#, "[]", "\u{1F}\u{8B}",
    #"{"device":"a" "seq":1}"#, #"{"device":"a"#,
  ])
  func `a line without a device ends the stream, after the devices before it`(line: String) throws {
    var reader = reader("{\"device\":\"a\",\"seq\":1}\n\(line)\n{\"device\":\"b\"}\n")
    #expect(try reader.next()?.device == "a")
    let finding = #expect(throws: Diagnostic.self) { try reader.next() }
    #expect(finding?.code == .noDevice)
    #expect(finding?.place?.line == 2)
  }

  @Test func `nothing is no device`() throws {
    #expect(try devices("").isEmpty)
  }

  @Test func `of a device that is too long no more than the limit is kept`() throws {
    let lines = (1...9).map { "{\"device\":\"a\",\"seq\":\($0)}\n" }.joined()
    var reader = reader(lines + "{\"device\":\"b\",\"seq\":1}", limit: 30)
    let first = try #require(try reader.next())
    #expect(first.isTooLong)
    #expect(first.bytes.count <= 30)
    #expect(try reader.next() == DeviceTrace(device: "b", bytes: Array("{\"seq\":1}".utf8)))
  }

  private func text(_ trace: DeviceTrace) -> String { String(decoding: trace.bytes, as: UTF8.self) }

  private func reader(_ text: String, limit: Int = .max) -> DeviceTraces {
    DeviceTraces(file: "-", limit: limit, source: byteSource(of: Array(text.utf8), step: 7))
  }

  private func devices(_ text: String) throws -> [DeviceTrace] {
    var reader = reader(text)
    var found: [DeviceTrace] = []
    while let device = try reader.next() { found.append(device) }
    return found
  }
}

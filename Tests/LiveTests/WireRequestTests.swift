import Live
import Testing

struct WireRequestTests {
  @Test func `a header is found whatever the case of its letters`() {
    let headers = [WireHeader("Content-Type", "application/json"), WireHeader("content-type", "x")]
    #expect(headers["content-TYPE"] == "application/json")
    #expect(headers["content_type"] == nil)
  }
}

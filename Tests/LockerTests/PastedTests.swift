import Foundation
import MachineTesting
import Testing

/// The test that a counterexample is printed as.
struct PastedTests {
  // It is what `checkProperties` prints for the locker that forgets.
  @Test func `No code opens the door for a minute after three wrong ones`() {
    // 0s device: door_shut { code: "" }
    // 0s device: code_entered { code: a }
    // 0s device: code_entered { code: a }
    // 0s device: code_entered { code: a }
    // 0s device: code_entered { code: "" }
    checkProperties(
      of: ForgetfulLocker.self,
      reproducing: #"""
        {"claim":"MINUTE","devices":[{"name":"device"}],"steps":[{"on":"device",\#
        "event":"door_shut","with":{"code":""}},{"on":"device","event":"code_entered",\#
        "with":{"code":"a"}},{"on":"device","event":"code_entered","with":{"code":"a"}},\#
        {"on":"device","event":"code_entered","with":{"code":"a"}},{"on":"device",\#
        "event":"code_entered","with":{"code":""}}]}
        """#)
  }

  @Test func `what is printed is this file's test`() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let start = try #require(source.range(of: "  @Test func `No code"))
    let end = try #require(source.range(of: "\n  }\n", range: start.lowerBound..<source.endIndex))
    let test = String(source[start.lowerBound..<end.upperBound]).dropLast()
    ForgetfulLocker.$forgets.withValue(true) {
      expectIssue(containing: ["MINUTE is broken", "  repeat:\n\n\(test)"], lines: 30) {
        checkProperties(of: ForgetfulLocker.self)
      }
    }
  }

  @Test func `the pasted test fails as long as the property is broken`() {
    ForgetfulLocker.$forgets.withValue(true) {
      expectIssue(containing: ["MINUTE is broken", "code_entered"]) {
        `No code opens the door for a minute after three wrong ones`()
      }
    }
  }
}

import Diagnostics
import Testing

@testable import SpecFormat

struct FindingsTests {
  private func finding(_ line: Int) -> Diagnostic {
    Diagnostic(.unknownName, "finding \(line)", at: Place(file: "a", line: line, column: 1))
  }

  @Test func `a finding is listed once, and all of them by place`() {
    let findings = Findings()
    for line in [2, 1, 2] { findings.add(finding(line)) }
    #expect(findings.sorted.map(\.message) == ["finding 1", "finding 2"])
  }

  @Test func `beyond the limit findings are counted and not made`() {
    let findings = Findings()
    var made = 0
    func make(_ line: Int) -> Diagnostic {
      made += 1
      return finding(line)
    }
    for line in 1...1_000_000 { findings.add(make(line)) }
    #expect(made == Findings.limit)
    #expect(findings.sorted.count == Findings.limit + 1)
    #expect(findings.sorted.last?.message == "999900 more findings of this file")
    #expect(findings.sorted.last?.severity == .error)
  }

  @Test func `an error that is only counted is an error all the same`() {
    let findings = Findings()
    for line in 1...200 { findings.add(finding(line), as: .warning) }
    #expect(!findings.hasErrors)
    #expect(findings.sorted.last?.severity == .warning)
    findings.add(finding(201))
    #expect(findings.hasErrors)
    #expect(findings.sorted.last?.severity == .error)
  }
}

import CommandTesting
import Foundation
import Testing

/// Names, ids, parties, values, file names and options that try to be more than text, through every
/// verb and format.
struct HostileTextTests {
  private let folder = TemporaryFolder()

  @Test func `no name reaches the terminal as anything but text`() async throws {
    let spec = try folder.write(HostileTextTests.spec, to: "s\(HostileTextTests.text).spec.yaml")
    let traces = folder.path("traces")
    for arguments in [
      ["check", spec], ["check", "--list", spec], ["check", spec, "--save-traces", traces],
      ["check", "--readings", "all", spec], ["coverage", spec], ["check", spec + "x"],
    ] {
      try await expectText(arguments)
    }
    let saved = try folder.names(in: "traces")
    #expect(saved.count == 4)
    for (index, name) in saved.enumerated() {
      let moved = folder.path("\(index)\(HostileTextTests.text).trace.jsonl")
      try FileManager.default.copyItem(atPath: "\(traces)/\(name)", toPath: moved)
      for arguments in [
        ["replay", "--state", moved], ["verify", moved], ["diff", moved, OutputTests.trace],
        ["diff", "--profile", "documents,documents", moved], ["verify", "--seal", moved],
        ["minimize", moved], ["bisect", moved, "--state", "contact_key=x"],
        ["spec", moved], ["spec", "--assert", "all", moved],
        ["show", moved], ["show", "--stats", moved], ["show", "--width", "60", moved],
        ["minimize", moved, "--state", "attributes=present"], ["replay", "--verdicts", moved],
        ["conform", "--verdicts", moved], ["redact", moved], ["replay", "--snapshots", "2", moved],
        ["export", "--to", "cloudevents", moved], ["export", "--to", "trace", moved],
      ] {
        try await expectText(arguments)
      }
    }
  }

  @Test(arguments: ["junit", "tap", "ctrf", "github", "html", "json"])
  func `no report carries a name as anything but text`(format: String) async throws {
    let spec = try folder.write(HostileTextTests.spec, to: "s\(HostileTextTests.text).spec.yaml")
    _ = try await CommandRun("check \(spec) --report \(format)=\(folder.path("report"))")
    let report = try folder.text("report")
    expectNoControls(report)
    let lines = report.split(separator: "\n")
    switch format {
    case "tap":
      let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
      #expect(lines.contains("1..\(points.count)"), "\(report)")
      #expect(!lines.contains { $0.hasPrefix("Bail out!") })
      #expect(points.count { $0.contains(" # SKIP ") } == 1)
    case "github": #expect(lines.allSatisfy { $0.hasPrefix("::") && !$0.hasPrefix("::error::") })
    case "junit", "html": #expect(!report.contains("<b>") && !report.contains("]]>"))
    default:
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(report.utf8)) }
    }
  }

  @Test func `no option is repeated as anything but text`() async throws {
    let text = HostileTextTests.text
    let spec = OutputTests.spec
    for arguments in [
      ["check", "--tag", text, spec], ["check", "--id", text, spec],
      ["check", "--covers", text, spec], ["check", "--reading", text, spec],
      ["check", "--reading", "\(text)=1", spec], ["check", "--profile", text, spec],
      ["check", "--report", text, spec], ["check", "--shuffle=\(text)", spec],
      ["check", "--\(text)"],
      ["minimize", text], ["minimize", OutputTests.trace, "--state", text], ["spec", text],
      ["bisect", OutputTests.trace, "--rules", text],
      ["check", text], ["replay", text], ["replay", "--profile", text, OutputTests.trace],
      ["verify", text], ["verify", "--seal", OutputTests.trace, "--output", "/dev/null/\(text)"],
      ["diff", text, text], ["diff", "--profile", "\(text),x", OutputTests.trace],
      ["coverage", text], ["explain", text], [text], ["show", text],
      ["show", "--party", text, OutputTests.trace], ["show", "--name", text, OutputTests.trace],
      ["show", "--from", text, OutputTests.trace], ["show", "--time", text, OutputTests.trace],
      ["show", "--html", "/dev/null/\(text)", OutputTests.trace],
    ] {
      let run = try await CommandRun(arguments)
      #expect(run.status != 0)
      expectLines(run.output)
      expectLines(run.errors)
    }
  }

  /// Tries the syntax of terminals, of continuous integration, of TAP, of XML and of HTML.
  private static let text =
    "\u{1B}[2J\u{1B}]0;x\u{7}\n::error::injected\r::error::injected\nok 99 - x # SKIP x"
    + "\nBail out! x%0A::error::injected<b>x]]>&amp;\"'\u{202E}\u{9B}2J\u{2028}::error::injected"

  private func expectText(_ arguments: [String]) async throws {
    let text = try await CommandRun(arguments)
    // A sealed trace is a document of its own, in which text is escaped as in JSON.
    expectLines(text.output)
    expectLines(text.errors)
    let json = try await CommandRun(arguments + ["--format", "json"])
    expectNoControls(json.output)
    expectLines(json.errors)
  }

  private func expectLines(_ text: String) {
    expectNoControls(text)
    let lines = text.split(separator: "\n")
    for start in ["::error::injected", "ok 99", "Bail out!"] {
      #expect(!lines.contains { $0.hasPrefix(start) }, "\(text)")
    }
  }

  private func expectNoControls(_ text: String) {
    let hidden = text.unicodeScalars.filter { scalar in
      scalar != "\n"
        && (scalar.properties.generalCategory == .control
          || scalar.properties.isBidiControl || ["\u{2028}", "\u{2029}"].contains(scalar))
    }
    #expect(hidden.isEmpty, "\(text)")
  }

  /// A spec with `text` wherever a spec takes names and values; scenarios pass, fail, are skipped
  /// and are known bugs.
  private static var spec: String {
    let inner = text.unicodeScalars.map { scalar in
      let isPlain =
        scalar.isASCII && scalar.value >= 0x20 && !"\"\\".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : String(format: "\\u%04X", scalar.value)
    }.joined()
    let quoted = "\"\(inner)\""
    return """
      format: 1
      sdk: mobilepush
      feature: \(quoted)
      tags: [\(quoted)]
      scenarios:
        - name: "passes \(inner)"
          id: "P \(inner)"
          steps:
            - { at: 0s, event: app_launched, expect: unchecked }
            - { at: 1s, event: attribute_set, with: { key: \(quoted), value: \(quoted) } }
        - name: "fails \(inner)"
          id: "F \(inner)"
          given: { use: [registered_device] }
          always:
            - { id: \(quoted), never: tag_added }
          steps:
            - at: 0s
              event: tag_added
              with: { tag: \(quoted) }
              expect: [send_registration: { body: { tags: [\(quoted)] } }]
        - name: "skipped \(inner)"
          id: "S \(inner)"
          skip: \(quoted)
          steps: [{ at: 0s, event: app_launched }]
        - name: "known \(inner)"
          id: "K \(inner)"
          known_bug: \(quoted)
          steps: [{ at: 0s, event: app_launched, expect: none }]

      """
  }
}

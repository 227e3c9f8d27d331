import Diagnostics
import Testing
import YAML

/// Damage of every kind to a valid file: it must end in a node or in findings with a place.
struct DamagedFileTests {
  static let valid = """
    # a spec
    format: 1
    tags: [registration, "quoted\\n"]
    defaults:
      given: { use: [base], backend: { registration: { replies: [201] } } }
    scenarios:
      - name: Ändern <offset>
        id: THR-01
        steps:
          - at: 0s
            event: attribute_set
            with: { key: 'it''s', value: 1.5 }
            expect:
          - after: 10s
            note: >
              folded
              text

            state: |
              kept
        examples:
          columns: [a, b]
          rows:
            - [1ms, 60s]

    """

  @Test func `the file itself is valid`() {
    #expect(findings(Self.valid).isEmpty)
  }

  @Test func `every beginning of the file gives a node or a place`() {
    let bytes = Array(Self.valid.utf8)
    for length in 0..<bytes.count { check(Array(bytes[..<length])) }
  }

  @Test func `every single changed byte gives a node or a place`() {
    let bytes = Array(Self.valid.utf8)
    let replacements = Array("\t\n :-[}'\"#&*!|?,%\\".utf8) + [0, 0x0D, 0xC3, 0xFF]
    for index in bytes.indices {
      for replacement in replacements where replacement != bytes[index] {
        var damaged = bytes
        damaged[index] = replacement
        check(damaged)
      }
    }
  }

  @Test func `every single missing or doubled byte gives a node or a place`() {
    let bytes = Array(Self.valid.utf8)
    for index in bytes.indices {
      var damaged = bytes
      damaged.remove(at: index)
      check(damaged)
      damaged.insert(contentsOf: [bytes[index], bytes[index]], at: index)
      check(damaged)
    }
  }

  private func check(_ bytes: [UInt8]) {
    do {
      let node = try parseYAML(bytes, file: "a.yaml")
      #expect(isInside(node, lines: bytes.count { $0 == 0x0A } + 1))
    } catch {
      let source = SourceText(file: "a.yaml", bytes: bytes)
      let text = DiagnosticRenderer(sources: [source]).text(error.all)
      let hasPlaces = error.all.allSatisfy { ($0.place?.line ?? 0) >= 1 && !$0.message.isEmpty }
      #expect(!error.all.isEmpty && hasPlaces && text.contains("error[S0"))
    }
  }

  /// Places lie in the file, and nothing ends before it begins.
  private func isInside(_ node: YAMLNode, lines: Int) -> Bool {
    guard node.place.line >= 1, node.place.column >= 1, node.place.endColumn > node.place.column,
      node.lastLine >= node.place.line, node.lastLine <= lines
    else { return false }
    switch node.content {
    case .scalar: return true
    case .list(let elements): return elements.allSatisfy { isInside($0, lines: lines) }
    case .map(let entries): return entries.allSatisfy { isInside($0.value, lines: lines) }
    }
  }
}

import Diagnostics
import Testing
import YAML

/// A finding with several places; the texts of the others stand in `Tests/InvalidSpecs`.
struct RenderedFindingTests {
  @Test func `anchors and aliases are one finding with every place`() {
    let source = "given: &base\n  a: 1\n" + String(repeating: "#\n", count: 7) + "given2: *base\n"
    let text = """
      a.yaml:1:8: error[S013]: anchors and aliases are not used in specs
         |
       1 | given: &base
         |        ^^^^^ anchor
      10 | given2: *base
         |         ----- alias
         = help: put the shared part under 'defaults: given:' or in a fixture and name it with \
      'use: [base]'; for the same steps with other values use 'examples:'
      """
    let sources = [SourceText(file: "a.yaml", bytes: Array(source.utf8))]
    #expect(DiagnosticRenderer(sources: sources).text(findings(source)) == text)
  }
}

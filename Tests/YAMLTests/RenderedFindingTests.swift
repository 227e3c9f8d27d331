import Diagnostics
import Testing
import YAML

/// The exact text of the findings that authors meet most.
struct RenderedFindingTests {
  @Test func `a doubled key shows both places`() {
    let source = "- at: 1m\n  expect: none\n  on: a\n  expect: []\n"
    let text = """
      a.yaml:4:3: error[S011]: key 'expect' appears twice in this map
        |
      2 |   expect: none
        |   ------ first here
      4 |   expect: []
        |   ^^^^^^ and again here; the first one would be lost
        = help: join the two, or start a new list element with '- '
      """
    #expect(rendered(source) == text)
  }

  @Test func `a missing space shows the mistake first and where YAML noticed`() {
    let text = """
      a.yaml:2:8: error[S004]: missing space after ':'
        |
      2 |   event:app_launched
        |        ^ write 'event: app_launched'
      3 |   expect: none
        |   - (YAML only noticed here: "could not find expected ':'")
      """
    #expect(rendered("- at: 1m\n  event:app_launched\n  expect: none\n") == text)
  }

  @Test func `a tab is shown as an arrow`() {
    let text = """
      a.yaml:2:1: error[S003]: indentation: this line starts with a tab
        |
      2 | →at: 1m
        | ^ YAML indents with spaces
        = help: replace the tabs by spaces
      """
    #expect(rendered("a:\n\tat: 1m\n") == text)
  }

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
    #expect(rendered(source) == text)
  }

  @Test func `an unclosed quote is shown where it was opened`() {
    let text = """
      a.yaml:1:7: error[S010]: this quote is never closed
        |
      1 | name: "Oslo
        |       ^ the text begins here
        = help: close it, or, if it belongs to the text, put the text into the other kind of quotes
      """
    #expect(rendered("name: \"Oslo\nid: A\nsteps: []\n") == text)
  }

  @Test func `joined lines show both`() {
    let text = """
      a.yaml:2:3: error[S017]: text without quotes goes on in the next line
        |
      1 | event: launch
        |        ------ the text begins here
      2 |   more words
        |   ^^^^^^^^^^ this would be joined to the line above
        = help: fix the indentation if this line is a key of its own; put quotes around the text, \
      or use '>' or '|', if it is one text
      """
    #expect(rendered("event: launch\n  more words\n") == text)
  }

  @Test func `a wrong indentation names the columns that would fit`() {
    let text = """
      a.yaml:3:1: error[S009]: indentation: this line fits no line above it
        |
      2 |     b: 1
        |     - this begins in column 5
      3 |   c: 2
        | ^^ expected a key in column 5, as in line 2
        = help: elements of one map or list begin in the same column
      """
    #expect(rendered("a:\n    b: 1\n  c: 2\n") == text)
  }

  @Test func `a list that goes on without a dash is told from a wrong indentation`() {
    let text = """
      a.yaml:3:3: error[S009]: indentation: a list goes on here without '- '
        |
      2 |   - b: 1
        |   - this begins in column 3
      3 |   c: 2
        |   ^ write '- ' before it, or indent it as what belongs to the element above
        = help: elements of one map or list begin in the same column
      """
    #expect(rendered("a:\n  - b: 1\n  c: 2\n") == text)
  }

  @Test func `a quote that is closed lines below is shown where it begins`() {
    let text = """
      a.yaml:1:4: error[S010]: this quote is not closed in its line
        |
      1 | a: 'x
        |    ^ the text begins here
      3 | c: 'y'
        |    - and runs to here, where the next one was to begin
        = help: close it at the end of the text
      """
    #expect(rendered("a: 'x\nb: 1\nc: 'y'\n") == text)
  }

  @Test func `an unclosed bracket shows its beginning and where it was missed`() {
    let text = """
      a.yaml:1:7: error[S020]: '[' is not closed before the next key or value begins
        |
      1 | tags: [gold
        |       ^ opened here
      2 | id: A
        |   - ',' or ']' was expected before this
        = help: separate elements by ', ' and close with ']'
      """
    #expect(rendered("tags: [gold\nid: A\n") == text)
  }

  @Test func `a hidden line break is shown and explained`() {
    let text = """
      a.yaml:1:4: error[S006]: line break U+2028
        |
      1 | # 名␤b: 1
        |     ^ remove it
        = YAML 1.1 readers start a new line here and editors do not, so text behind it changes its \
      meaning unseen
      """
    #expect(rendered("# 名\u{2028}b: 1\n") == text)
  }

  @Test func `an ambiguous value asks for quotes or the plain spelling`() throws {
    let source = "{ key: country, value: NO }\n"
    let value = try #require(try parse(source)["value"])
    do throws(Diagnostic) {
      _ = try value.openValue()
      Issue.record("accepted")
    } catch {
      let text = """
        a.yaml:1:24: error[S015]: 'NO' is ambiguous here
          |
        1 | { key: country, value: NO }
          |                        ^^ text "NO" or the boolean false?
          = help: write "NO" with quotes for the text, or false
        """
      #expect(renderer(source).text(error) == text)
    }
  }

  @Test func `the second document is marked where it begins`() {
    let text = """
      a.yaml:2:1: error[S016]: one file, one document
        |
      2 | ---
        | ^^^ a second document begins here
        = help: move it into a file of its own
      """
    #expect(rendered("a: 1\n---\nb: 2\n") == text)
  }

  private func renderer(_ source: String) -> DiagnosticRenderer {
    DiagnosticRenderer(sources: [SourceText(file: "a.yaml", bytes: Array(source.utf8))])
  }

  private func rendered(_ source: String) -> String { renderer(source).text(findings(source)) }
}

import SpecFormat
import Specs
import Testing

struct BadFileTests {
  private let checking = Checking(files: [
    "requirements.yaml": """
    format: 1
    requirements:
      - { id: REG-5, from: [A], says: All of it. }
    """
  ])

  @Test func `a run does not end before its last step`() {
    let body = """
      steps: [{ at: 1s }]
      run_until: 0s
      """
    let text = """
      a.spec.yaml:6:16: error[S201]: the run ends before its last step
        |
      5 |     steps: [{ at: 1s }]
        |                   -- the last step is at 1s
      6 |     run_until: 0s
        |                ^^ write 1s or later
      """
    #expect(checking.text(Checking.spec(body)) == text)
  }

  @Test func `a file without scenarios is refused`() {
    let body = """
      format: 1
      sdk: outbox
      scenarios: []
      """
    let text = """
      a.spec.yaml:3:12: error[S208]: the spec has no scenarios
        |
      3 | scenarios: []
        |            ^^ it would pass without running anything; add '- name:'
      """
    #expect(checking.text(body) == text)
  }

  @Test func `missing and misspelt keys are found together`() {
    let body = """
      sdk: outbox
      scenaros: []
      """
    let text = """
      a.spec.yaml:1:1: error[S103]: 'format' is missing in a spec
        |
      1 | sdk: outbox
        | ^^^ add 'format:'

      a.spec.yaml:2:1: error[S101]: unknown key 'scenaros' in a spec
        |
      2 | scenaros: []
        | ^^^^^^^^ did you mean 'scenarios'?
        = keys: format, sdk, feature, section, tags, covers, observe, groups, defaults, always, \
      scenarios
      """
    #expect(checking.text(body) == text)
  }

  @Test func `a list is no spec`() {
    let body = """
      []
      """
    let text = """
      a.spec.yaml:1:1: error[S102]: an empty list cannot stand here
        |
      1 | []
        | ^^ a spec is a map: format, sdk, scenarios, …
      """
    #expect(checking.text(body) == text)
  }
}

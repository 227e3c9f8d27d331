import ArgumentParser
import Diagnostics
import JSON

/// Prints the page of one diagnostic code, or the list of all.
struct ExplainCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "One page about a diagnostic code.")

  @Argument(help: "The code, such as S101; without it, all codes are listed.")
  var code: String?

  @OptionGroup var output: OutputOptions

  mutating func judge() throws -> Verdict {
    let known = KnownCodes.all
    guard let code else {
      Console.write(output.format == .json ? document(known) : list(known))
      return .clean
    }
    guard let page = known.first(where: { $0.id == code.uppercased() }) else {
      let near = didYouMean(code.uppercased(), among: known.map(\.id)).map { "; \($0)" }
      throw Stop(.invalid, "there is no code '\(code)'\(near ?? "")")
    }
    Console.write(output.format == .json ? document([page]) : text(page))
    return .clean
  }

  private func list(_ codes: [DiagnosticCode]) -> String {
    codes.map { "\($0.id)  \($0.title)\n" }.joined()
  }

  private func text(_ page: DiagnosticCode) -> String {
    "\(page.id): \(page.title)\n\n\(page.explanation)\n"
  }

  private func document(_ pages: [DiagnosticCode]) -> String {
    var output = JSONOutput()
    output.list { list in
      for page in pages {
        list.object { object in
          object.member("code", page.id)
          object.member("title", page.title)
          object.member("explanation", page.explanation)
        }
      }
    }
    return output.text + "\n"
  }
}

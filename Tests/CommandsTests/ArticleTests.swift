import CommandTesting
import Foundation
import Testing

/// The articles of the documentation, whose commands run as they stand there and whose code stands
/// in files that are compiled.
struct ArticleTests {
  @Test(arguments: inProject)
  func `every command of an article prints what the article shows`(path: String) async throws {
    for session in ConsoleSession.all(in: try Project.text("/\(path)")) {
      try await session.expectOutput()
    }
  }

  @Test(arguments: inProject)
  func `all code of an article is part of a file that is built or run`(path: String) throws {
    for quotation in Quotation.all(in: try Project.text("/\(path)")) {
      let file = try #require(quotation.file, "\(path) quotes no file:\n\(quotation.text)")
      #expect(try Project.text("/\(file)").contains(quotation.text), "\(file):\n\(quotation.text)")
    }
  }

  @Test func `every library has a catalogue whose articles exist`() throws {
    let pages = Self.articles.filter { path in
      path.contains(".docc/") && path.hasSuffix("/\(path.split(separator: "/")[1]).md")
    }
    let package = try Project.text("/Package.swift")
    let list = try #require(package.firstMatch(of: /let libraries = \[([^\]]*)\]/)).1
    let products = list.matches(of: /"(\w+)"/).map(\.1)
    #expect(products.contains("EventSourcing"))
    for product in products {
      #expect(pages.contains("Sources/\(product)/\(product).docc/\(product).md"), "\(product)")
    }
    let names = Set(
      Self.articles.compactMap { URL(filePath: $0).deletingPathExtension().lastPathComponent })
    for page in pages {
      let links = try Project.text("/\(page)").components(separatedBy: "<doc:").dropFirst()
      for link in links.compactMap({ $0.components(separatedBy: ">").first }) {
        #expect(names.contains(link), "\(page) leads to \(link)")
      }
    }
  }

  static let articles = Project.files(below: "Sources", suffix: ".md")

  /// All but the one that `.ci/article` follows, in a package of its own.
  private static let inProject = articles.filter { path in
    (try? Project.text("/\(path)").contains("<!-- Package.swift -->")) != true
  }
}

/// A block of code in an article; a comment above it names the file that it is taken from.
private struct Quotation {
  let file: String?
  let text: String

  /// The blocks of `text` other than sessions. A spec that is whole is run by a test of its own.
  static func all(in text: String) -> [Quotation] {
    let blocks = text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }
    let parts = text.components(separatedBy: "\n```")
    return blocks.compactMap { offset, block in
      let language = block.prefix { !$0.isNewline }
      let body = String(block.dropFirst(language.count + 1))
      if language == "console" || body.hasPrefix("format: ") { return nil }
      let above = parts[offset - 1].components(separatedBy: "\n").last ?? ""
      let isMark = above.hasPrefix("<!-- ") && above.hasSuffix(" -->")
      return Quotation(file: isMark ? String(above.dropFirst(5).dropLast(4)) : nil, text: body)
    }
  }
}

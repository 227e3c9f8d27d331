import Foundation
import TestFiles
import Testing

/// The files of pages are listed by hand in `CPageFiles`.
struct PageFilesTests {
  @Test(arguments: [("Timeline", "timeline.c"), ("Reports", "report.c")])
  func `each file of a page is embedded once`(module: String, source: String) throws {
    let sources = Project.root.appending(path: "Sources")
    let text = try String(
      contentsOf: sources.appending(path: "CPageFiles/\(source)"), encoding: .utf8)
    let folder = sources.appending(path: "\(module)/Page/Resources").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!files.isEmpty)
    for file in files {
      let line = "#embed \"../\(module)/Page/Resources/\(file)\""
      #expect(text.components(separatedBy: line).count == 2, "\(file)")
    }
  }
}

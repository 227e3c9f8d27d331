import Diagnostics
import EventSourcing
import Files
import Reports
import SpecFormat
import Specs

/// The scenarios of a project that failed when they last ran, kept between runs in the user's cache
/// folder. A project is the working directory.
struct FailedScenarios {
  /// The file that keeps them; `nil` where there is no cache folder.
  private let path: String?
  /// The lines of that file: of each scenario its file, symbolic links followed, and its label,
  /// with a tab between them.
  private var keys: Set<String>
  /// The files of scenarios without symbolic links, each looked up once.
  private var resolved: [String: String] = [:]

  /// Reads what is known about the working directory; nothing where it cannot be read.
  init(_ environment: ExecutionEnvironment = .current) {
    let project = POSIX.resolved(".") ?? "."
    path = CacheFolder.path(in: environment.variables).map { folder in
      "\(folder)/failed-\(XXH64(project).text)"
    }
    let bytes = path.flatMap { try? FileBytes.contents(of: $0, limit: 1 << 22) } ?? []
    keys = Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) })
  }

  /// Whether the scenario failed when it last ran.
  mutating func contains(_ title: ScenarioTitle) -> Bool { keys.contains(key(of: title)) }

  /// Takes what became of scenarios; about those that did not run nothing changes, unless their
  /// file is gone.
  mutating func record(_ results: [ScenarioResult]) {
    let before = keys
    for result in results where !keys.isEmpty || result.report.outcome.isFailure {
      let key = key(of: result.title)
      if result.report.outcome.isFailure { keys.insert(key) } else { keys.remove(key) }
    }
    if keys == before { return }
    keys = keys.filter { FileTree.isFolder(String($0.prefix { $0 != "\t" })) == false }
    guard let path else { return }
    let text = keys.sorted().map { "\($0)\n" }.joined()
    // What is remembered is a convenience: a run is as good where it cannot be written.
    try? FileDraft.write(Array(text.utf8), to: path, rewritesInput: true)
  }

  /// Line ends and tabs, which would end a line of the file, are written as their pictures.
  private mutating func key(of title: ScenarioTitle) -> String {
    let file = title.place.file
    let path = resolved[file] ?? POSIX.resolved(file) ?? file
    resolved[file] = path
    return "\(visible(path))\t\(visible(title.label))"
  }
}

/// The user's folder for what may be lost at any time (XDG Base Directory Specification).
enum CacheFolder {
  /// The folder of this command; `nil` where the environment names neither XDG_CACHE_HOME nor HOME.
  static func path(in environment: [String: String]) -> String? {
    // A relative path is to be ignored, says the specification.
    for (name, below) in [("XDG_CACHE_HOME", "/pushtrace"), ("HOME", "/.cache/pushtrace")] {
      if let folder = environment[name], folder.hasPrefix("/") { return folder + below }
    }
    return nil
  }
}

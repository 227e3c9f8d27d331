import Foundation
import PackagePlugin

/// Tells the command which sources of the page's engine it was built from, by their digest.
@main
struct EngineSources: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let script = context.package.directoryURL.appending(
      path: "Sources/PageEngine/WebAssembly/build")
    let swift = context.pluginWorkDirectoryURL.appending(path: "EngineSources.swift")
    let print = """
      digest=$("$0" --digest) && printf 'let engineSources = "%s"\\n' "$digest" >"$1"
      """
    return [
      .buildCommand(
        displayName: "Digest of the sources of the page's engine",
        executable: URL(filePath: "/usr/bin/env"),
        arguments: ["bash", "-c", print, script.path(), swift.path()],
        inputFiles: try inputs(context.package, beside: script), outputFiles: [swift])
    ]
  }

  /// All files that the script may read: some more than it does.
  private func inputs(_ package: Package, beside script: URL) throws -> [URL] {
    // A package that depends on this one sees those targets alone that it uses.
    let roots = package.targets.filter { ["PageEngine", "Systems"].contains($0.name) }
    let modules = roots + roots.flatMap(\.recursiveTargetDependencies)
    let files = modules.flatMap { $0.sourceModule?.sourceFiles.map(\.url) ?? [] }
    let beside = try FileManager.default.contentsOfDirectory(
      at: script.deletingLastPathComponent(), includingPropertiesForKeys: nil)
    return Set(files + beside).sorted { $0.path() < $1.path() }
  }
}

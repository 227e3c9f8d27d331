import Diagnostics
import Dispatch
import Files
import Reports

/// The files that one run of the command has read so far: none is written over, and what is damaged
/// in it is reported, whatever the verb.
final class RunFiles: @unchecked Sendable {
  /// The files of the run that this code is a part of.
  @TaskLocal static var current = RunFiles()

  private let queue = DispatchQueue(label: "pushtrace.files")
  private var read: Set<FileStatus.Identity> = []
  /// The folders of logs: a new folder may have the number of a file that was read and is gone.
  private var folders: Set<FileStatus.Identity> = []
  private var logs: Set<String> = []
  /// The damage of logs that no report has shown yet.
  private var unreported: [Diagnostic] = []
  /// Warnings about traces that no report has shown yet, which change no verdict.
  private var remarks: [Diagnostic] = []
  private var verdict = Verdict.clean

  /// Notes a file that is read; a device or a pipe can be written to all the same.
  func note(_ status: FileStatus) {
    if status.kind == .file { _ = queue.sync { read.insert(status.identity) } }
  }

  /// Notes a folder that is read as a log, its files, and where it is not as it was written.
  func note(log path: String) {
    guard queue.sync(execute: { logs.insert(path).inserted }) else { return }
    for name in (try? POSIX.names(in: path)) ?? [] {
      if let status = try? FileStatus(FileTree.join(path, name)) { note(status) }
    }
    let folder = try? FileStatus(path).identity
    let findings = LogFolder.findings(path) { (_) throws(Never) in }
    queue.sync {
      if let folder { folders.insert(folder) }
      unreported += findings
    }
  }

  /// Notes warnings about a file that is read, for a verb whose report has none of its own.
  func note(_ warnings: [Diagnostic]) { queue.sync { remarks += warnings } }

  /// Refuses to write over a file that is read, or into a folder that is read as a whole.
  ///
  /// Files are told apart by device and number, so no other path leads around it.
  func checkIsNoInput(_ path: String) throws(OutputFailure) {
    let target = try? FileStatus(path).identity
    let folder = try? FileStatus(POSIX.folder(of: path)).identity
    let isInput = queue.sync {
      target.map { read.contains($0) || folders.contains($0) } == true
        || folder.map { folders.contains($0) } == true
    }
    if isInput {
      throw OutputFailure(target: "'\(path)'", reason: .isInput)
    }
  }

  func isInput(descriptor: Int32) -> Bool {
    guard let status = try? FileStatus(descriptor: descriptor) else { return false }
    return queue.sync { read.contains(status.identity) }
  }

  /// Takes the damage of the log at `path`, for a report of its own on it.
  func takeFindings(of path: String) -> [Diagnostic] {
    queue.sync {
      defer { unreported.removeAll { $0.place?.file == path } }
      return unreported.filter { $0.place?.file == path }
    }
  }

  /// Takes what no report has shown yet; the verdict of the run counts damage from now on.
  func takeFindings() -> [Diagnostic] {
    queue.sync {
      defer { (unreported, remarks) = ([], []) }
      if !unreported.isEmpty { verdict = .finding }
      return unreported + remarks
    }
  }

  /// The verdict on damage that no report of its own has shown.
  var verdictOnLogs: Verdict { queue.sync { verdict } }
}

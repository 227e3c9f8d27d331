import Diagnostics

/// The codes of findings about logs, for `explain`.
public enum LiveCodes {
  /// Every code of this module, by number.
  public static let all: [DiagnosticCode] = [.logGap, .logTorn, .noLog, .logUnreadable]
}

extension DiagnosticCode {
  /// A damaged place in a log.
  public static let logGap = DiagnosticCode(
    .run, "T450", "a gap in a log",
    """
    A log is a folder of segments; each record stands in a frame with its length and a checksum, and
    each segment names the hash of the one before it. Bytes that are no intact frame, a segment that
    is not there, or one that is not the one its successor follows are a gap: the finding says where
    it is, how many bytes it has and which records are missing. All other records are read, and the
    trace made of them has no end line; whichever verb reads the log reports the gap.
    'pushtrace verify --repair' makes a new log of what is left. Segments
    that '--keep-segments' has removed are no gap: the log then begins with a snapshot.
    """)

  /// A log whose end was not written completely.
  public static let logTorn = DiagnosticCode(
    .run, "T451", "the end of a log was not written whole",
    """
    The process or the machine stopped while records were being written. They were never
    acknowledged, and nothing that they ordered has left the process. The next 'pushtrace-live
    record' or 'serve' on the folder copies these bytes to a file beside the segment and cuts them.
    """)

  /// A folder without a log.
  public static let noLog = DiagnosticCode(
    .run, "T452", "there is no log here",
    """
    The folder of a log has files with names such as 0000000001.segment, and at least one of them
    has to begin with the identity of the log and the header of its trace.
    """)

  /// A log that the operating system does not let us read.
  public static let logUnreadable = DiagnosticCode(
    .run, "T453", "a log cannot be read",
    """
    The system refused to read a file of the log, and the message has its reason: the folder or a
    segment is not there any more, belongs to another user, or the disk fails. Nothing was changed.
    A copy of the folder is a log too, without the file 'lock'.
    """)
}

extension LogError {
  /// The error as a finding about the log in `folder`.
  public func diagnostic(_ folder: String) -> Diagnostic {
    let place = Place(file: folder, line: 1, column: 1)
    return switch self {
    case .none: Diagnostic(.noLog, "the folder has no log", at: place, labels: [])
    case .noHeader:
      Diagnostic(
        .noLog, "no segment of the log has its header", at: place, labels: [],
        notes: ["the header says which machine the log is of; it stands twice in each segment"])
    case .store(let error):
      Diagnostic(
        .logUnreadable, "the log cannot be read: \(error.message)", at: place, labels: [])
    }
  }
}

extension LogGap {
  /// The gap as a finding about the log in `folder`.
  public func diagnostic(_ folder: String) -> Diagnostic {
    Diagnostic(.logGap, message, at: Place(file: folder, line: 1, column: 1), labels: [])
  }
}

extension LogTail {
  /// The tail as a warning about the log in `folder`.
  public func diagnostic(_ folder: String) -> Diagnostic {
    Diagnostic(
      .logTorn, severity: .warning,
      "the last \(bytes) bytes, at \(offset) of segment \(segment), were not written whole",
      at: Place(file: folder, line: 1, column: 1), labels: [])
  }
}

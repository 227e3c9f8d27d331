import Diagnostics

/// The codes of findings about traces, for `explain`.
public enum TraceCodes {
  /// Every code of this module, by number.
  public static let all: [DiagnosticCode] = [
    .traceDamaged, .traceCut, .notATrace, .newerTrace, .otherSystem, .notARecord,
    .unknownInTrace, .wrongInTrace, .timeGoesBack, .afterTheEnd, .lineTooLong, .noDevice,
    .otherEngine, .unreadableEngine, .unknownHistory, .wrongSnapshot, .notFromTheStart,
  ]
}

extension DiagnosticCode {
  /// A hash, a sequence number or a cause that does not fit.
  public static let traceDamaged = DiagnosticCode(
    .run, "T402", "the trace was edited or damaged",
    """
    Sequence numbers rise by one, causes come before what they caused, and the end line holds a
    hash of every byte before it. One of these does not fit. Replay judges what stands there;
    'pushtrace verify --seal' numbers and hashes a trace anew after an edit.
    """)
  /// A trace without an end line.
  public static let traceCut = DiagnosticCode(
    .run, "T403", "the trace was cut",
    """
    The last line of a whole trace says {"end":…}. Without it the recording stopped early or the
    file was cut; it is read to its last whole line and judged as far as it goes.
    """)
  /// A file whose first line is no header.
  public static let notATrace = DiagnosticCode(
    .run, "T410", "not a trace",
    """
    The first line of a trace is its header: an object that starts with {"pushtrace":1 and names
    the sdk, the profile, the readings, the configuration and the start.
    """)
  /// A format that this version cannot read.
  public static let newerTrace = DiagnosticCode(
    .run, "T411", "a newer trace format",
    """
    The number under "pushtrace" in the header is higher than this version reads. Its words may mean
    something else there, so nothing is guessed: use a pushtrace at least as new as the recorder.
    """)
  /// A header that names another system or an unknown profile.
  public static let otherSystem = DiagnosticCode(
    .run, "T412", "a trace of another system",
    """
    The header names an sdk, or a profile of it, that is not the one asked for. A trace is folded
    by the machine that its header names.
    """)
  /// A line that is not JSON or no record.
  public static let notARecord = DiagnosticCode(
    .run, "T413", "this line is no record",
    """
    Every line after the header is a JSON object with "seq", "at" and one of "event", "effect",
    "state", "note", "snapshot"; the last one has "end" and "hash". JSON is read strictly: UTF-8,
    no trailing commas, no name twice, whole numbers only.
    """)
  /// An event, effect, field or choice that the system does not have.
  public static let unknownInTrace = DiagnosticCode(
    .run, "T414", "an unknown name in a trace",
    """
    The system has no event, effect, field or choice of this name. A trace of a newer engine can be
    read with --lenient, which passes over such records and counts them.
    """)
  /// A value of another type, or a member that is missing.
  public static let wrongInTrace = DiagnosticCode(
    .run, "T415", "a value does not fit",
    """
    A member of the record has another type than its description says, or one that has to be there
    is missing. The place is that of the value. Instants and lengths of time are whole numbers of
    milliseconds; a choice is one of the names listed; what is absent is left out.
    """)
  /// A record that is earlier than the one before.
  public static let timeGoesBack = DiagnosticCode(
    .run, "T416", "time goes back",
    """
    A trace's clock is monotonic: "at" never falls from one record to the next, because the order of
    the lines is the order in which things happened. A change of the device's wall clock is an
    event, wall_clock_changed, and leaves "at" alone. Lines that were moved by hand have to take
    an instant that fits.
    """)
  /// A line behind the end line.
  public static let afterTheEnd = DiagnosticCode(
    .run, "T417", "a line after the end",
    """
    The end line closes a trace, and its hash covers every byte before it. A line behind it means
    that two traces were joined or a record was added at the end: split the file, or remove the
    end line and seal the trace anew with 'pushtrace verify --seal'.
    """)
  /// A line beyond the limit of a reader whose memory does not grow.
  public static let lineTooLong = DiagnosticCode(
    .run, "T418", "a line is too long",
    """
    A line of a trace has at most 16 MiB, so that a damaged file without line ends does not fill the
    memory. No record comes near it: look for a missing line end, or for a file that is no trace.
    """)
  /// A line among those of many devices that does not say whose it is.
  public static let noDevice = DiagnosticCode(
    .run, "T430", "a line without its device",
    """
    With --verdicts standard input holds the traces of many devices. Each line is a line of a trace
    with the name of its device as the first member; the lines of a device stand together and in
    order, its header first:

      {"device":"d-17","pushtrace":1,"sdk":"mobilepush",…}
      {"device":"d-17","seq":1,"at":1767599940000,"event":"app_launched","data":{…}}

    A line that names no device could belong to any, so the reading ends there with exit code 2. The
    verdicts on the devices before it stand.
    """)
  /// A trace that another version of the machines has recorded.
  public static let otherEngine = DiagnosticCode(
    .run, "T431", "a trace of another engine",
    """
    The header names the version of the engine that recorded the trace, and the version rises with
    each change of behaviour. A drift may be such a change and nothing else: the notes say what has
    changed since, where this version knows it. It is a warning: most traces replay the same.

    Intended changes are listed in a file for --accept, with 'until' naming the first version that
    has them, or recorded anew by --rerecord, after which the header names this engine. A header
    without "engine" says nothing, and nothing is said about it.
    """)
  /// A trace of another engine with events, effects or fields that are unknown here.
  public static let unreadableEngine = DiagnosticCode(
    .run, "T432", "what another engine recorded cannot be read",
    """
    The trace was recorded by another version of the engine and has an event, an effect, a field or
    a value that this version does not know. Nothing is guessed: replay it with the version that the
    header names. With --lenient unknown names are passed over and counted, and the rest is judged.
    """)
  /// A trace that begins in the middle of a device's life.
  public static let unknownHistory = DiagnosticCode(
    .run, "T436", "what was before the trace is not known",
    """
    The header says "history":"unknown": the log was rotated, or the app was installed before it was
    recorded. What the device's state was then is not known, and effects follow from it. Replay
    folds the log behind many lives that the device may have had before it, so different that each
    field of the state has other values in some of them. What they agree on can be known: the
    fields of a request or a timer that are the same in all lives that order it, where most do, and
    that a request or a timer is missing which all of them order, as long as there are no more than
    16 answers to requests before the log. All else is not compared and is no drift:
    what the app is shown, states, and what follows from an answer to a request before the log.

    'conform' holds the trace against the rules that look at what is there; those that look back are
    counted as not judged. A log that begins with a 'snapshot' record is compared in full.

    'import' writes this where the first record of a device is no launch. A recorder writes it when
    it starts on a device that was used before.
    """)
  /// A snapshot that is no state of the machine.
  public static let wrongSnapshot = DiagnosticCode(
    .run, "T437", "a snapshot that cannot be used",
    """
    A 'snapshot' record holds all that the machine remembers at its place, from which a trace that
    begins with it is folded on. This one was read and written again, and that gave something else:
    a place in it leads nowhere, a name in it is no event, or it was edited. Or the machine does not
    describe its state, so that no snapshot of it can be read.

    Snapshots are written by 'pushtrace replay --snapshots N --output FILE TRACE', or by a recorder
    that links the machine.
    """)
  /// A trace that begins with a snapshot, where all of it is needed.
  public static let notFromTheStart = DiagnosticCode(
    .run, "T438", "a trace that begins with a snapshot",
    """
    The first record is a snapshot: what was before it is known as a state, and the events that led
    to it are not there. 'replay', 'why', 'bisect', 'redact' and 'diff' fold on from it. What builds
    a device's life from its events alone, as a spec or a smaller trace has to, cannot begin there.
    """)
}

import Diagnostics

/// The codes of what goes wrong before anything is read.
enum CommandCodes {
  static let all: [DiagnosticCode] = [
    .noFile, .emptySelection, .compressed, .sameTraceName, .unusedAcceptance,
    .notAMatrix, .notAVerdict, .misnamedSpec, .misnamedTrace, .untestedProperty, .notAPlan,
    .forgedInput, .bisected, .coverageGap,
  ]
}

extension DiagnosticCode {
  static let noFile = DiagnosticCode(
    .input, "S000", "no such file",
    """
    A file or folder that the command line names is not there or cannot be read.

    Nothing else is assumed in its place: a run that silently left a file out would look like one
    that passed. The other files named are read all the same, and the command ends with exit
    code 2.

      pushtrace check Specs/mobilepush/throtle.spec.yaml      there is no such file
      pushtrace check Specs/mobilepush/throttle.spec.yaml
    """)

  static let emptySelection = DiagnosticCode(
    .input, "S025", "no specs",
    """
    The folders named have no file whose name ends in .spec.yaml.

    A run of nothing is a failure, because it looks the same as a run that forgot its specs. A
    file that is named on the command line is read as a spec whatever it is called:

      pushtrace check notes/draft.yaml
    """)

  static let compressed = DiagnosticCode(
    .input, "S026", "compressed file",
    """
    The file begins with the bytes of gzip.

    Nothing is decompressed on the way, so that places count the bytes of the file that you see.
    Standard input takes what another program unpacks:

      gunzip -c field.trace.jsonl.gz | pushtrace replay -
    """)

  static let coverageGap = DiagnosticCode(
    .run, "T334", "what no spec shows",
    """
    'coverage --strict' fails because no scenario that passes names a requirement or clause in
    'covers', because the scenarios that do catch none of its seeded faults, or because nothing
    catches a fault of --mutants.
    """)

  static let bisected = DiagnosticCode(
    .run, "T406", "what bisect looks for begins here",
    """
    From this record on to the end of the trace a rule is broken, a state holds, or the recording
    is not what the machine gives: whatever --rule, --state or --drift asked for. The members beside
    the findings say what the record changed and what led to it.
    """)

  static let sameTraceName = DiagnosticCode(
    .input, "S027", "two traces with one name",
    """
    Two of the scenarios that were selected would save their traces to the same file.

    A trace is named by the id of its scenario, or by its name where it has no id, and by the number
    of the row where it has examples. What cannot stand in a file name becomes '-', and upper and
    lower case count as the same, as some disks have it. Nothing was run. Give one of the two an id
    of its own:

      - name: Tags survive a restart
        id: TAG-07
    """)

  static let notAMatrix = DiagnosticCode(
    .input, "S030", "not a matrix of seeded faults",
    """
    The file of --mutants is not what .ci/mutants writes: JSON lines, the first one with the
    scenarios and properties that ran, each further one with a fault and who catches it.

      {"matrix":1,"specs":["THR-01"],"properties":["R1"]}
      {"mutant":"no-throttle","means":"…","breaks":["REG-3"],"specs":["THR-01"]}

    Run .ci/mutants to write it anew.
    """)

  static let notAVerdict = DiagnosticCode(
    .input, "S031", "not a verdict",
    """
    The line is not what 'replay --verdicts' writes: an object for each device, with its verdict,
    the number of its records, its first drift and its traits.

      {"pushtrace":1,"verb":"replay","verdict":"ok","findings":[],"device":"d-17",…,"traits":[…]}

    Verdicts of 'conform' have no traits, and an older version wrote none: judge those traces anew.
    The other lines are summed up all the same, and the command ends with exit code 2.
    """)

  static let unusedAcceptance = DiagnosticCode(
    .run, "T420", "an acceptance that covers nothing",
    """
    The file of --accept lists a drift that no trace has. It may have been misspelled: replay names
    the parts of a signature, and all fields that differ have to be listed. Or the traces were
    recorded anew since, or its 'until' is over for all of them. An acceptance that stays behind
    would cover a new drift of the same signature, so remove it.
    """)

  static let misnamedSpec = DiagnosticCode(
    .input, "S028", "a spec that is not run",
    """
    A folder that the command line names has a file with scenarios whose name does not end in \
    .spec.yaml. Of a folder only files of that name are run, so that fixtures, rules and other \
    YAML can stand beside them.

    Rename the file, or name it on the command line: a named file is run whatever it is called.

      pushtrace check Specs/throttle.yaml
    """)

  static let misnamedTrace = DiagnosticCode(
    .input, "S029", "a trace that is passed over",
    """
    A folder that the command line names has a trace whose name does not end in .trace.jsonl: its \
    first bytes are those of a header, or its name is that of a compressed trace. Of a folder only \
    files of that name are read, so that reports and other JSON can stand beside them.

    Rename the file, or name it on the command line: a named file is read whatever it is called.

      pushtrace replay Traces/field.jsonl
    """)

  static let untestedProperty = DiagnosticCode(
    .run, "T331", "a property that was never put to the test",
    """
    What the property is about did not come about in any run or state of the search: it holds \
    because it was never put to the test, or, where it only says what has to happen in some run, \
    nothing has shown that it can.

    Search longer (--runs, --depth), with more devices, inputs or faults, or look whether the \
    condition can arise at all. --strict refuses this.
    """)

  static let notAPlan = DiagnosticCode(
    .run, "T332", "a file of a corpus that is not tried",
    """
    The folder of --corpus has a file that is no plan of a run: it is cut off, was changed, \
    belongs to another program, or names an event that the machine does not have any more.

    The search goes on without it and leaves it where it is. Remove it, or merge the folder again \
    with the one that it came from.
    """)

  static let forgedInput = DiagnosticCode(
    .run, "T333", "an input that happens by itself",
    """
    --inputs names an answer, the firing of a timer or an arrival. Such events happen by \
    themselves: requests are answered and timers fire whatever --inputs says. Named as an input, \
    one also happens at any time and without a cause, as if it were forged.

    That is a search for the effects of misuse. Leave the event out unless you mean that.
    """)
}

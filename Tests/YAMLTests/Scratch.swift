import Diagnostics
import Testing
import YAML

@Test func scratch() {
  let cases = [
    "a: 1\nb:\n  - at: 1m\n    expect: none\n    x: 1\n    expect: y\n",
    "\u{FEFF}a: 1\n\tb: 2\n",
    "a: 1\n  \tb: 2\n",
    "a:\t1\n",
    "a: [1,\t2]\n",
    "steps:\n  - at: 1m\n    event:app_launched\n    expect: none\n",
    "with: {key:city, value: Oslo}\n",
    "- event:app_launched\n- b\n",
    "a:\n  b:1\n  c:2\n",
    "a: 1\nb\nc: 2\n",
    "a: 1\nb",
    "a: 1\n  b: 2\n",
    "a:\n    b: 1\n  c: 2\n",
    "a:\n  - x\n - y\n",
    "a:\n  - x\n  y: 1\n",
    "a: \"abc\nb: 1\n",
    "a: 'it's'\nb: 1\n",
    "a: \"\\d+\"\n",
    "a: [1, 2\nb: 3\n",
    "a: {b: 1\nc: 3\n",
    "a: [1, 2",
    "a: @foo\n", "a: `foo`\n", "a: %x\n", "a: *\n", "a: & b\n", "a: *x\nb: &x 1\nc: &y [1]\n",
    "a: ]\n", "a: [1,,2]\n", "a: [1 2]]\n",
    "a: !!str 1\nb: !<x> 2\nc: !e!x 1\n",
    "<<: {a: 1}\nb: 1\n",
    "a: 1\n---\nb: 1\n", "a: 1\n...\nb: 2\n", "\"a\": 1\n\"b\":1\n\"c\": 2\n",
    "", "# only\n", "---\n", "a: x\u{2028}b\n", "a: 1\rb: 2\n", "a: \u{07}\n",
    "event: launch\n  more words\nb: 1\n",
    "? a\n: b\n", "? [a]\n: b\n", "[a]: b\n", "{[a]: b}\n", "{? a : b}\n", ": x\n", "a: b: c\n",
    "a: 'x' y\n",
    "a: - b\n", "a\n", "[1]\nb: 1\n", "a: |\n x\n  y\n z\nb: 1\n", "a: |\nb: 1\n",
    "a: \"x\n  y\n", "%YAML 2.0\n---\na: 1\n", "a: |9x\n", "名前: 値 値\n  b: 1\n",
    String(repeating: "[", count: 16000), String(repeating: "- ", count: 40),
    "-a: 1\n- b\n", "a: 1\n-b\n", "a: \"\\ud800\"\n", "a: #x\n  - b\n",
  ]
  for text in cases {
    let source = SourceText(file: "a.yaml", bytes: Array(text.utf8))
    let renderer = DiagnosticRenderer(sources: [source])
    print("=====", text.prefix(80).debugDescription)
    do { let node = try parseYAML(source.bytes, file: "a.yaml"); print("OK", node.content) } catch {
      print(renderer.text(error.all))
    }
  }
  for bytes: [UInt8] in [[0x61, 0x3A, 0x20, 0xC3, 0x28], [0xFF, 0xFE, 0x61, 0]] {
    do { _ = try parseYAML(bytes, file: "a.yaml") } catch {
      print(DiagnosticRenderer(sources: [SourceText(file: "a.yaml", bytes: bytes)]).text(error.all))
    }
  }
}

import Testing

@testable import Diagnostics

struct DiagnosticPrinterTests {
  let file = SourceFile(name: "a.yaml", text: "one: 1\r\ntwo: \"日本\", bad\nthree: 3")

  @Test func linesEndAnyWay() {
    #expect(file.lines == ["one: 1", "two: \"日本\", bad", "three: 3"])
    #expect(SourceFile(name: "", text: "a\rb\n\nc\n").lines == ["a", "b", "", "c", ""])
    #expect(SourceFile(name: "", text: "").lines == [""])
  }

  @Test func textHasCaretAndHelp() {
    let diagnostic = Diagnostic(
      .error, code: "E102", "unknown 'bad'", help: "remove it", file: file,
      range: SourceRange(line: 2, column: 12, length: 3))
    #expect(
      DiagnosticPrinter().string([diagnostic]) == """
        a.yaml:2:12: error[E102]: unknown 'bad'
             2 | two: "日本", bad
               |              ^^^
               = help: remove it

        """)
  }

  @Test func sortsAndDropsRepeats() {
    let late = Diagnostic(.error, code: "E1", "late", file: file, range: SourceRange(line: 3, column: 1))
    let warning = Diagnostic(
      .warning, code: "W1", "first", file: file, range: SourceRange(line: 1, column: 1))
    let error = Diagnostic(.error, code: "E1", "first", file: file, range: SourceRange(line: 1, column: 1))
    #expect(
      DiagnosticPrinter.sorted([late, warning, error, late]).map(\.message) == ["first", "first", "late"])
    #expect(DiagnosticPrinter.sorted([late, warning, error])[0].severity == .error)
  }

  @Test func longLinesAreCutAroundTheCaret() {
    let long = SourceFile(
      name: "b", text: String(repeating: "x", count: 500) + "!" + String(repeating: "y", count: 500))
    let text = DiagnosticPrinter().string([
      Diagnostic(.error, "long", file: long, range: SourceRange(line: 1, column: 501))
    ])
    let lines = text.split(separator: "\n")
    #expect(lines[1].count < 130)
    let caret = lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) }
    let mark = lines[1].firstIndex(of: "!").map { lines[1].distance(from: lines[1].startIndex, to: $0) }
    #expect(caret == mark)
  }

  @Test func inputsCannotRewriteTheTerminal() {
    let evil = SourceFile(name: "e\u{1b}[2J", text: "a\u{202e}b\u{1b}[31m")
    let text = DiagnosticPrinter().string([
      Diagnostic(.error, "name '\u{1b}[0m'", file: evil, range: SourceRange(line: 1, column: 1))
    ])
    #expect(!text.contains("\u{1b}") && !text.contains("\u{202e}"))
    #expect(text.contains("<U+202E>") && text.contains("<U+001B>"))
  }

  @Test func jsonIsOneObjectALine() {
    let diagnostic = Diagnostic(
      .warning, code: "W201", "a \"quoted\"\tname", help: "line\u{1}", file: file,
      range: SourceRange(line: 1, column: 2, length: 3))
    #expect(
      DiagnosticPrinter(format: .json).string([diagnostic])
        == #"{"severity": "warning", "code": "W201", "file": "a.yaml", "line": 1, "column": 2, "endLine": 1, "endColumn": 5, "message": "a \"quoted\"\tname", "help": "line\u0001"}"#
        + "\n")
  }

  @Test func githubEscapesItsSeparators() {
    let odd = SourceFile(name: "a,b:c.yaml", text: "x")
    let diagnostic = Diagnostic(
      .error, code: "E1", "100% wrong", help: "mend", file: odd, range: SourceRange(line: 1, column: 1))
    #expect(
      DiagnosticPrinter(format: .github).string([diagnostic])
        == "::error file=a%2Cb%3Ac.yaml,line=1,col=1,endLine=1,endColumn=2,title=E1::100%25 wrong%0Amend\n")
  }

  @Test(arguments: [
    ("colour", "color"), ("opactiy", "opacity"), ("opacty", "opacity"), ("font-size", "font_size"),
    ("Color", "color"),
    ("fnot_size", "font_size"), ("colr", "color"), ("olor", "color"),
  ]) func suggestsTheNearestWord(_ word: String, _ meant: String) {
    let known = ["color", "opacity", "font_size", "font", "case", "text_align"]
    #expect(WordSuggestion.nearest(to: word, among: known) == meant)
  }

  @Test func suggestsNothingFarFetched() {
    #expect(WordSuggestion.nearest(to: "xyz", among: ["color", "opacity"]) == nil)
    #expect(WordSuggestion.nearest(to: "zz", among: ["of"]) == nil)
    #expect(WordSuggestion.nearest(to: "", among: ["a"]) == nil)
  }
}

import Diagnostics
import Formatting
import Geometry
import Glibc
import Templates

/// `template`: the input is a whole file; `expression`: it stands in `${…}` of a small one.
private let kind = getenv("FUZZ_KIND").map { String(cString: $0) } ?? "template"

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
enum FuzzTemplates {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments, fuzzTemplates))
  }
}

private struct Run: BindingSource {
  func value(of binding: Binding) -> ExpressionValue {
    switch binding.kind {
    case .bool: .bool(true)
    case .text: .text("${now.hr} \u{202e}")
    case .list: .list([["label": .text("1"), "pace": .number(300)], [:]])
    case .color: .absent
    default: .number(1)
    }
  }
}

/// No input may trap or hang, neither while it is read nor while it is resolved nor while messages are printed.
private func fuzzTemplates(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let source = TemplateSource(
    file: SourceFile(name: "t", text: kind == "expression" ? wrapped(input) : input))
  do throws(TemplateFailure) {
    let template = try Template.load(source)
    var request = TemplateRequest()
    request.size = (270, 480)
    let resolved = try template.resolve(request, source: Run())
    precondition(!resolved.scenes.isEmpty)
    for scene in resolved.scenes { evaluate(scene) }
    _ = TemplateTimeline(resolved.scenes).text
  } catch {
    precondition(!error.diagnostics.isEmpty)
    let formats = DiagnosticPrinter.Format.allCases
    let printer = DiagnosticPrinter(format: formats[count % formats.count])
    precondition(!printer.string(error.diagnostics).isEmpty)
  }
  if kind == "template", let text = try? TemplateFormatting.formatted(source) {
    precondition(
      (try? TemplateFormatting.formatted(TemplateSource(file: SourceFile(name: "t", text: text)))) != nil)
  }
  return 0
}

/// Live expressions give something for every frame.
private func evaluate(_ map: ResolvedMap) {
  for value in map.values.values { evaluate(value) }
}
private func evaluate(_ value: ResolvedValue) {
  switch value {
  case .map(let map): evaluate(map)
  case .list(let items): items.forEach(evaluate)
  case .live(let expression): _ = expression.body.evaluate(Run(), format: FormatContext())
  case .liveText(let text):
    for case .live(let expression) in text.pieces {
      if case .text(let words) = expression.body.evaluate(Run(), format: FormatContext()) {
        precondition(words.utf8.count < 20_000)
      }
    }
  default: break
  }
}

private func wrapped(_ expression: String) -> String {
  var quoted = ""
  for scalar in expression.unicodeScalars {
    switch scalar {
    case "\"": quoted += "\\\""
    case "\\": quoted += "\\\\"
    case "\n": quoted += "\\n"
    default: if scalar.value >= 32 { quoted.unicodeScalars.append(scalar) }
    }
  }
  return """
    scene: 1
    name: t
    reads: [heart-rate, cadence, power, place-names, clock-time, athlete-name]
    params: { n: { type: number, default: 3 }, c: { type: color, default: accent }, d: { type: duration, default: 2s } }
    scales: { s: { metric: pace, colors: [accent, muted] } }
    strings: { en: { k: word } }
    scenes:
      - id: a
        duration: 3s
        nodes:
          - { type: text, text: "${\(quoted)}" }
          - { type: shape, width: "${\(quoted)}", fill: "${\(quoted)}", when: "\(quoted)" }
          - { type: table, rows: run.splits, columns: [ { value: "${\(quoted)}" } ] }
    """
}

import Diagnostics
import Testing

@testable import Templates

/// A run for templates to show.
struct SampleRun: BindingSource {
  var values: [String: ExpressionValue] = [
    "run.title": .text("Morning run"), "run.date": .number(1_746_000_000),
    "run.start_time": .number(1_746_021_600),
    "run.distance": .number(10_012), "run.moving_time": .number(3312), "run.elapsed_time": .number(3400),
    "run.pace_avg": .number(331), "run.pace_best": .number(290), "run.ascent": .number(120),
    "run.descent": .number(118), "run.ele_min": .number(402), "run.ele_max": .number(488),
    "run.hr_avg": .number(151),
    "run.hr_max": .number(177), "run.has.hr": .bool(true), "run.has.cadence": .bool(false),
    "run.has.power": .bool(false), "run.has.elevation": .bool(true), "run.has.time": .bool(true),
    "run.splits": .list(
      (1...10).map { index in
        [
          "index": .number(Double(index)), "label": .text("\(index)"), "pace": .number(330 + Double(index)),
          "ascent": .number(12), "fastest": .bool(index == 1),
        ]
      }),
    "now.pace": .number(336), "now.distance": .number(4321), "now.ele": .number(455),
    "now.time": .number(1444),
    "now.split": .number(4), "now.split_pace": .number(329), "now.progress": .number(0.43),
    "now.hr": .number(149),
    "now.ascent": .number(56), "now.grade": .number(0.03),
  ]
  func value(of binding: Binding) -> ExpressionValue { values[binding.name] ?? .absent }
}

enum Samples {
  /// The repository's folder.
  static var root: String {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }
  static var templates: String { root + "/templates" }
  static let names = ["story", "classic", "race", "trail", "minimal", "poster"]

  static func shipped(_ name: String) throws -> Template {
    try Template.load(try TemplateBundle.shipped(named: name, directories: [templates]))
  }
  static func load(_ text: String, name: String = "t.scene.yaml") throws -> Template {
    try Template.load(TemplateSource(file: SourceFile(name: name, text: text)))
  }
  /// Every message about a template, printed.
  static func messages(_ text: String, name: String = "t.scene.yaml") -> String {
    do {
      return DiagnosticPrinter().string(try load(text, name: name).warnings)
    } catch let failure as TemplateFailure {
      return DiagnosticPrinter().string(failure.diagnostics)
    } catch {
      return "\(error)"
    }
  }
}

/// Prints what a failure says, for messages of tests.
func printed(_ failure: TemplateFailure) -> String { DiagnosticPrinter().string(failure.diagnostics) }

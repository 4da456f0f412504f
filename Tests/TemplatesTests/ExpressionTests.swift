import Formatting
import Geometry
import Testing

@testable import Templates

/// Expressions by themselves: what they give and what is refused.
struct ExpressionTests {
  /// The text that `${…}` shows for the sample run.
  static func shown(_ expression: String, run: SampleRun = SampleRun(), units: FormatContext.Units = .metric)
    throws
    -> String
  {
    let template = try Samples.load(
      """
      scene: 1
      name: t
      reads: [heart-rate, cadence, power, clock-time]
      params: { n: { type: number, default: 3 }, name: { type: text, default: "${run.title}" } }
      strings: { en: { split: Split }, de: { split: Abschnitt } }
      scales: { effort: { metric: pace, domain: [5:00/km, 6:00/km], colors: ["#000000", "#ffffff"], space: srgb } }
      scenes:
        - id: a
          duration: 3s
          nodes:
            - type: text
              text: >-
                ${\(expression)}
              missing: none
      """)
    var request = TemplateRequest()
    request.format.units = units
    let scene = try template.resolve(request, source: run).scenes[0]
    guard case .list(let nodes) = scene["nodes"], case .map(let text) = nodes.first else { return "" }
    switch text["text"] {
    case .text(let text): return text
    case .liveText(let live):
      return live.pieces.map { piece in
        switch piece {
        case .literal(let text): return text
        case .live(let expression):
          if case .text(let text) = expression.body.evaluate(run, format: request.format) { return text }
          return "none"
        }
      }.joined()
    default: return "?"
    }
  }

  @Test(arguments: [
    ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("7 % 4", "3"), ("-2 + 5", "3"), ("10 / 4", "2.50"),
    ("1 / 0", "none"),
    ("5:00/km * 2km | duration", "10:00"), ("10min / 5:00/km | distance", "2.00\u{202f}km"),
    ("1 / 0 ?? 5", "5"), ("if(run.has.hr, 'yes', 'no')", "yes"), ("if(not run.has.hr, 'yes', 'no')", "no"),
    ("if(run.has.hr and not run.has.power, 'a', 'b')", "a"),
    ("if(run.has.power or run.has.hr, 'a', 'b')", "a"),
    ("run.distance | distance(1)", "10.0\u{202f}km"),
    ("run.distance / run.moving_time | speed", "10.9\u{202f}km/h"),
    ("run.moving_time / run.distance | pace", "5:31\u{202f}/km"), ("run.pace_avg | pace('bare')", "5:31"),
    ("run.pace_avg < 5:40/km", ""), ("now.pace | pace", "5:36\u{202f}/km"), ("now.hr | hr", "149\u{202f}bpm"),
    ("now.cadence ?? 180spm | cadence", "180\u{202f}spm"), ("now.power | power", "none"),
    ("run.moving_time | duration", "55:12"),
    ("run.moving_time | duration('words')", "55\u{202f}min"), ("now.grade | percent(1)", "3.0\u{202f}%"),
    ("now.distance * 2 | distance(2)", "8.64\u{202f}km"),
    ("max(run.ascent, 200m) | elevation", "200\u{202f}m"),
    ("clamp(param.n, 4, 9)", "4"), ("lerp(0, 10, 0.5)", "5"), ("round(2.5)", "3"), ("floor(-1.5)", "−2"),
    ("len(run.splits)", "10"), ("plural(len(run.splits), 'split', 'splits')", "splits"), ("t.split", "Split"),
    ("t('split') | upper", "SPLIT"), ("param.name | truncate(6)", "Morni…"), ("has(run.date)", ""),
    ("if(has(run.place), 'a', 'b')", "refused"), ("run.start_time | date('HH:mm')", "14:00"),
    ("if(now.split > 3, 'late', 'early')", "late"), ("if(now.progress < 50%, 'first', 'second')", "first"),
    ("if(1.5km > 1000m, 'a', 'b')", "a"), ("if(run.ascent > 100m, 'hilly', 'flat')", "hilly"),
    ("canvas.units", "metric"),
    ("if(canvas.portrait, 'p', 'l')", "p"), ("'it''s'", "refused"), ("\"quoted\"", "quoted"),
    ("run.title | pace", "refused"), ("nonsense(1)", "refused"), ("1 +", "refused"), ("a b", "refused"),
    ("1 < 2 < 3", "refused"), ("5:30", "refused"), ("10parsec", "refused"), ("distance", "refused"),
    ("run.splits", "refused"), ("distance(run.distance)", "refused"),
    ("run.distance | distance(9)", "refused"),
    ("run.distance | distance(now.split)", "refused"), ("run.distance | distance(2, 'bear')", "refused"),
  ]) func gives(_ expression: String, _ text: String) throws {
    do {
      let shown = try Self.shown(expression)
      if text.isEmpty { Issue.record("expected a refusal of \(expression), not \(shown)") }
      #expect(shown == text, "\(expression)")
    } catch let failure as TemplateFailure {
      #expect(text == "refused" || text.isEmpty, "\(printed(failure))")
    }
  }

  @Test func unitsAreTheReaders() throws {
    #expect(try Self.shown("run.distance | distance(1)", units: .imperial) == "6.2\u{202f}mi")
    #expect(try Self.shown("canvas.units", units: .imperial) == "imperial")
  }

  @Test func absenceSpreadsAndIsShownAsMissing() throws {
    var run = SampleRun()
    run.values["now.pace"] = .absent
    run.values["run.pace_avg"] = .absent
    #expect(try Self.shown("now.pace | pace", run: run) == "none")
    #expect(try Self.shown("now.pace + 10s * 0 / 1km | pace", run: run) == "none")
    #expect(try Self.shown("run.pace_avg | pace", run: run) == "none")
    #expect(try Self.shown("if(now.pace > 5:00/km, 'slow', 'fast')", run: run) == "fast")
    #expect(try Self.shown("if(has(now.pace), 'a', 'b')", run: run) == "b")
    #expect(try Self.shown("now.pace ?? 6:00/km | pace", run: run) == "6:00\u{202f}/km")
  }

  @Test func dataIsNeverEvaluated() throws {
    var run = SampleRun()
    run.values["run.title"] = .text("${now.hr | hr} </svg>\u{1b}[2J\u{202e}")
    #expect(try Self.shown("run.title", run: run) == "${now.hr | hr} </svg>[2J")
    run.values["run.title"] = .text(String(repeating: "x", count: 10_000_000))
    #expect(try Self.shown("run.title", run: run).utf8.count <= Expression.maximumTextBytes)
  }

  @Test func literalsAreReadByTheirProperty() {
    #expect(Literal.number("1.10") == 1.1)
    #expect(Literal.number("010") == 10)
    for text in ["1e3", "1_000", "0x10", ".5", "5.", "", "-", "nan", "inf", "1 ", "١"] {
      #expect(Literal.number(text) == nil, "\(text)")
    }
    #expect(Literal.length("50%") == .percent(0.5))
    #expect(Literal.length("-12") == .units(-12))
    #expect(Literal.length("1.2em") == .em(1.2))
    #expect(Literal.ground("0.5mi") == 804.672)
    #expect(Literal.runPosition("2km") == .distance(2000))
    #expect(Literal.metric("4:30/km", kind: .pace) == .value(270, .pace))
    #expect(Literal.metric("p5", kind: .pace) == .percentile(5))
    #expect(Literal.metric("-15%", kind: .ratio) == .value(-0.15, .ratio))
    #expect(Literal.metric("150bpm", kind: .pace) == nil)
    #expect(Literal.date("2025-05-01") == 1_746_057_600)
    #expect(Literal.date("2025-13-01") == nil)
  }

  @Test func carriesItsPlaceBehindEscapesAndInBlocks() {
    let head = "scene: 1\nname: t\nscenes:\n  - id: a\n    duration: 3s\n    nodes:\n      - type: text\n"
    for (body, place) in [
      ("        text: \"\\u00e9\\n\\t${now.pcae | pace}\"\n", "8:28"),
      ("        text: 'it''s ${now.pcae | pace}'\n", "8:24"),
      ("        text: |\n          first\n          über ${now.pcae | pace}\n", "10:18"),
      ("        text: >\n          first\n          second ${now.pcae | pace}\n", "10:20"),
      ("        text: first\n          second ${now.pcae | pace}\n", "9:20"),
      ("        text: \"first\n\n          second ${now.pcae | pace}\"\n", "10:20"),
      ("        text: 🏃 ${now.pcae | pace}\n", "8:19"),
    ] {
      let text = Samples.messages(head + body)
      #expect(text.hasPrefix("t.scene.yaml:\(place): error[E157]: unknown name 'now.pcae'"), "\(text)")
    }
  }
}

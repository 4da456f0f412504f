import Compositing
import Formatting
import Geometry
import Recordings
import Routes
import Scenes
import Simulation
import Templates
import Testing

/// Numbers of real runs over whole films: what a frame writes always fits the room that was kept for it.
@Suite("Live texts")
struct LiveTextTests {
  private static let root = String(#filePath.dropLast("/Tests/GoldenTests/LiveTextTests.swift".count))
  private static let recordings = [
    "garmin-connect-run-hr-cadence-ns3.gpx", "wikiloc-ultra-trail-13689-points.gpx",
    "derived-30-min-pause-one-segment-run.gpx", "derived-no-time-run.gpx", "strava-run-android-app.gpx",
  ]

  @Test("digits never move their neighbours", arguments: recordings, [FormatContext.Units.metric, .imperial])
  func widths(_ recording: String, _ units: FormatContext.Units) throws {
    let path = "\(Self.root)/../shared/recordings/gpx/\(recording)"
    guard let session = try? RecordingReader.read(path: path) else {
      print("no recordings beside the checkout: \(recording) is not tested")
      return
    }
    let route = try ReplayRoute(session: session)
    let format = FormatContext(units: units, locale: "de")
    let facts = RunFacts(
      route: route, title: nil, place: nil, athlete: nil, startTime: nil, format: format)
    for name in ["story", "race", "trail"] {
      let bundle = try TemplateBundle.shipped(named: name, directories: [Self.root + "/templates"])
      var request = TemplateRequest()
      request.format = format
      let template = try Template.load(bundle).resolve(request, source: facts)
      let measuring = try PangoTextMeasuring(fonts: [])
      let film = try SceneBuilder(template: template, route: route, measuring: measuring, format: format)
        .build(duration: nil)
      let simulation = FilmSimulation(film: film, route: route, facts: facts, format: format) { _ in
        FlatField()
      }
      var widths: [String: Double] = [:]
      for step in 0..<Int(film.duration * 5) {
        for layer in simulation.state(at: Double(step) / 5).layers {
          for item in layer.items { check(item, measuring: measuring, widths: &widths) }
        }
      }
      #expect(!widths.isEmpty)
    }
  }

  private func check(_ item: DrawItem, measuring: PangoTextMeasuring, widths: inout [String: Double]) {
    if case .text(let text) = item.content, case .text(let content) = item.node.content,
      case .live = content.source, content.countUp == 0
    {
      let key = "\(item.node.index) \(text.text)"
      let width =
        widths[key]
        ?? measuring.measure(text.text, style: text.style, width: nil, wraps: false, maxLines: 1).width
      widths[key] = width
      #expect(width <= item.node.box.width + 1, "\(text.text) is wider than its room")
    }
    for child in item.children { check(child, measuring: measuring, widths: &widths) }
  }
}

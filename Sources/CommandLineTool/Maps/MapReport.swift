import Basemap
import Formatting
import Geometry
import Recordings
import ReplayComposer
import Routes

/// A map source's facts as lines for a person or as JSON.
struct MapReport {
  private let map: MapInspection
  private let route: ReplayRoute?
  private let run: String?

  /// Looks at a source and, with a recording, at its cleaned way.
  init(_ word: String, session: Session?, offline: Bool) throws(ReplayError) {
    run = session.map { $0.name ?? $0.source ?? "-" }
    var route: ReplayRoute?
    if let session {
      do throws(RouteError) { route = try ReplayRoute(session: session) } catch {
        throw ReplayError(.input, (session.source.map { $0 + ": " } ?? "") + error.message)
      }
    }
    let plane = route?.plane
    let way = (route?.path.positions ?? []).compactMap { plane?.coordinate($0) }
    self.route = route
    do throws(MapError) { map = try MapInspection(word, way: way, offline: offline) } catch {
      throw ReplayError(.input, error.message)
    }
  }

  // MARK: JSON

  /// One object with its keys in a fixed order; what is not known is null.
  var json: JSONText {
    .object([
      ("name", .text(map.name)), ("format", .text(map.format)), ("holds", .text(map.content)),
      ("heights", .optional(map.heights)), ("schema", .optional(map.schema)),
      ("title", .optional(map.title.isEmpty ? nil : map.title)),
      ("min_zoom", map.zooms.map { .int($0.lowerBound) } ?? .null),
      ("max_zoom", map.zooms.map { .int($0.upperBound) } ?? .null), ("bounds", bounds),
      ("tiles", map.tiles.map { .int($0) } ?? .null), ("bytes", map.bytes.map { .int($0) } ?? .null),
      ("attribution", .text(map.attribution)), ("names_its_owners", .bool(map.namesItsOwners)),
      ("layers", .list(map.layers.map { .text($0) })), ("recording", recording),
    ])
  }

  private var bounds: JSONText {
    guard let box = map.bounds else { return .null }
    return .object([
      ("west", .number(box.west, digits: 6)), ("south", .number(box.south, digits: 6)),
      ("east", .number(box.east, digits: 6)), ("north", .number(box.north, digits: 6)),
    ])
  }

  private var recording: JSONText {
    guard let route, let run else { return .null }
    return .object([
      ("name", .text(run)), ("distance_m", .number(route.totalDistance, digits: 1)),
      ("inside", .optional(map.coverage?.share, digits: 4)),
      ("zoom", map.coverage?.zoom.map { .int($0) } ?? .null),
      ("inside_at_zoom", .optional(map.coverage?.zoomShare, digits: 4)),
    ])
  }

  // MARK: Text

  /// Lines for a person, labels in one column.
  func text(isImperial: Bool) -> String {
    let formatter = MetricFormatter(FormatContext(units: isImperial ? .imperial : .metric))
    return rows(formatter).map { name, value in
      name + String(repeating: " ", count: max(1, 14 - name.count))
        + Terminal.printable(value).split(separator: "\u{202F}").joined(separator: " ")
    }.joined(separator: "\n")
  }

  private func rows(_ formatter: MetricFormatter) -> [(String, String)] {
    var rows = [("name", map.name), ("format", map.format), ("holds", holds)]
    if !map.title.isEmpty { rows.append(("title", map.title)) }
    if let zooms = map.zooms {
      rows.append(
        (
          "zooms",
          zooms.count == 1 ? "\(zooms.lowerBound) only" : "\(zooms.lowerBound) to \(zooms.upperBound)"
        ))
    }
    if let box = map.bounds {
      rows.append(
        (
          "bounds",
          "\(degrees(box.south)), \(degrees(box.west)) to \(degrees(box.north)), \(degrees(box.east))"
        ))
    }
    if let tiles = map.tiles { rows.append(("tiles", "\(tiles)")) }
    if let bytes = map.bytes { rows.append(("size", MapReport.size(bytes))) }
    let credit = map.attribution.isEmpty ? "none" : map.attribution
    rows.append(
      ("attribution", credit + (map.namesItsOwners || map.attribution.isEmpty ? "" : " (not in the file)")))
    if !map.layers.isEmpty { rows.append(("layers", map.layers.joined(separator: ", "))) }
    if let route, let run {
      rows.append(("recording", "\(run), \(formatter.distance(route.totalDistance))"))
      rows.append(("route inside", inside))
    }
    return rows
  }

  private var holds: String {
    switch map.content {
    case "vector": "vector tiles, " + (map.schema.map { "\($0) schema" } ?? "a schema that is not known")
    case "raster": "raster tiles"
    default: "heights (\(map.heights ?? ""))"
    }
  }

  private var inside: String {
    guard let coverage = map.coverage else { return "not known without fetching tiles" }
    guard coverage.share > 0 else { return "none of it" }
    func percent(_ share: Double) -> String {
      // Only all of it is 100 %, and only nothing is 0 %.
      share >= 1 ? "all of it" : "\(min(99, max(1, Int((share * 100).rounded())))) %"
    }
    guard let zoom = coverage.zoom else { return percent(coverage.share) }
    if coverage.zoomShare >= coverage.share { return "\(percent(coverage.share)), at zoom \(zoom)" }
    return "\(percent(coverage.share)), \(percent(coverage.zoomShare)) at zoom \(zoom)"
  }

  private func degrees(_ value: Double) -> String { "\((value * 10_000).rounded() / 10_000)" }

  private static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) bytes" }
    if bytes < 1_000_000 { return "\((bytes + 500) / 1000) kB" }
    let tenths = (bytes + 50_000) / 100_000
    return bytes < 100_000_000 ? "\(tenths / 10).\(tenths % 10) MB" : "\((bytes + 500_000) / 1_000_000) MB"
  }
}

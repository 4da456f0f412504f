import Geometry
import Routes
import Templates

extension ContentReader {
  func world() -> WorldContent {
    var spec = WorldSpec()
    let camera = reader.submap("camera", orEmpty: "camera")
    spec.camera = CameraReader(reader: camera, box: box, roots: roots).spec()
    spec.ground = ground()
    spec.route = route()
    spec.markers = markerMaps.compactMap { marker($0) }
    spec.fog = reader.number("fog", 0.3)
    spec.skyTop = scope.palette.color("sky")
    spec.skyHorizon = scope.palette.color("haze")
    if let color = reader.color("sky") {
      spec.skyTop = color
      spec.skyHorizon = color
    } else if let sky = reader.submap("sky") {
      let colors = sky.list("gradient").compactMap { sky.color($0) }
      spec.skyTop = colors.first ?? sky.color("color") ?? spec.skyTop
      spec.skyHorizon = colors.last ?? sky.color("color") ?? spec.skyHorizon
    }
    var world = WorldContent(spec: spec)
    world.fog = reader.animatedNumber("fog", spec.fog)
    let changes = changes(of: spec)
    world.changes = changes.isStill ? nil : changes
    return world
  }

  private func changes(of spec: WorldSpec) -> WorldChanges {
    let map = reader.submap("route", orEmpty: "route")
    func units(_ value: ResolvedValue) -> Double? {
      PropertyReader.length(value).flatMap { scope.pixels($0, of: nil) }.map { $0 / scope.unit }
    }
    let markers = zip(markerMaps, spec.markers).map { map, marker -> WorldChanges.Marker in
      var label: LiveText?
      if case .live(let text) = TextReader.source(map["label"]) { label = text }
      return WorldChanges.Marker(
        radius: map.animated("radius", marker.radius, convert: units),
        color: map.animatedColor("color", marker.color), label: label)
    }
    return WorldChanges(
      width: map.animated("width", spec.route.width, convert: units),
      color: map.animatedColor("color", spec.route.color), glow: map.animatedNumber("glow", spec.route.glow),
      markers: markers)
  }

  /// Markers with a place that exists.
  private var markerMaps: [PropertyReader] {
    reader.maps("markers").map { PropertyReader($0, scope: scope) }.filter {
      $0.word("at").flatMap { MarkerSpec.Place(rawValue: $0) } != nil
    }
  }

  private func ground() -> GroundSpec {
    let map = reader.submap("ground", orEmpty: "ground")
    var ground = GroundSpec()
    ground.gridSpacing = 500
    ground.kind = map.choice("kind", .grid)
    ground.mapStyle = map.word("style") ?? (scope.palette.isDark ? "midnight" : "paper")
    ground.terrain = map.choice("terrain", .auto)
    ground.buildings = map.choice("buildings", .auto)
    ground.labels = map.choice("labels", .off)
    ground.light = map.choice("light", .auto)
    ground.gridSpacing = min(max(map.number("spacing", ground.gridSpacing), 1), 1e6)
    ground.exaggeration = map.number("exaggeration", 1.5)
    ground.colors = scope.palette.ground
    // The language's defaults are the theme's own tokens: nothing to change then.
    if let color = map.color("color"), color != scope.palette["ground"] {
      ground.colors.near = color
      ground.colors.far = color
    }
    if let color = map.color("line_color"), color != scope.palette["contour"] {
      ground.colors.contour = color
      ground.colors.grid = color
    }
    return ground
  }

  private func route() -> RouteStyle {
    let map = reader.submap("route", orEmpty: "route")
    var style = RouteStyle()
    style.width = map.units("width", 8)
    style.color = map.color("color") ?? scope.palette.color("accent")
    if let name = map.submap("color")?.word("scale"), let scale = MetricScale(name, scope: scope) {
      style.vertexColors = scale.vertexColors(route: scope.route)
    }
    style.draw = map.choice("draw", .now)
    style.ahead = sideLine(map, "ahead")
    style.casing = sideLine(map, "casing")
    style.glow = min(max(map.number("glow", 0), 0), 1)
    return style
  }

  /// Design units.
  private func sideLine(_ map: PropertyReader, _ name: String) -> RouteStyle.Line? {
    map.fixedLine(name).map { RouteStyle.Line(color: $0.color, width: $0.width / scope.unit) }
  }

  private func marker(_ map: PropertyReader) -> MarkerSpec? {
    guard let place = map.word("at").flatMap({ MarkerSpec.Place(rawValue: $0) }) else { return nil }
    var marker = MarkerSpec(place: place)
    marker.shape = map.choice("shape", .dot)
    marker.radius = map.units("radius", 10)
    marker.color = map.color("color") ?? scope.palette.color("accent")
    if case .constant(let words) = TextReader.source(map["label"]) { marker.label = words }
    marker.labelColor = scope.palette.color("text")
    if map.word("style") != nil {
      let style = TextReader(styleName: map.word("style"), scope: scope)
      marker.labelColor = style.color.restValue
      marker.labelSize = style.style.size / scope.unit
    }
    return marker
  }
}

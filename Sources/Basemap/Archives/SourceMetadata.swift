/// What archives say about themselves in JSON.
struct SourceMetadata {
  var title = ""
  var attribution = ""
  var layers: [String] = []
  var elevation: ElevationCode?

  init(_ json: JSONValue?) {
    guard let json else { return }
    title = String((json["name"]?.text ?? "").prefix(200))
    attribution = AttributionText.plain(json["attribution"]?.text ?? "")
    elevation = json["encoding"]?.text.flatMap(SourceMetadata.elevationCode)
    var list = json["vector_layers"]
    // Converters from MBTiles leave the layers in a string of JSON.
    if list == nil, let inner = json["json"]?.text { list = JSONValue(Array(inner.utf8))?["vector_layers"] }
    layers = (list?.items ?? []).prefix(200).compactMap { $0["id"]?.text }
  }

  static func elevationCode(_ text: String) -> ElevationCode? {
    switch text.lowercased() {
    case "terrarium": .terrarium
    case "mapbox", "terrainrgb", "terrain-rgb", "mapbox-terrain-rgb": .terrainRGB
    default: nil
    }
  }
}

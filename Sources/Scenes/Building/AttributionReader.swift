/// Reads how a template sets the credit of map data.
struct AttributionReader {
  let reader: PropertyReader

  func style() -> AttributionStyle {
    var style = AttributionStyle()
    style.place = reader.choice("at", .auto)
    style.size = min(max(reader.number("size", style.size), 16), 40)
    let palette = reader.scope.palette
    style.set(
      color: reader.color("color") ?? palette.color("text"),
      plate: reader.color("plate") ?? palette.color("ground"))
    return style
  }
}

import Formatting
import Geometry
import Templates

/// Reads text nodes and named styles.
struct TextReader {
  let reader: PropertyReader
  private var scope: BuildScope { reader.scope }
  /// The named style and those it extends, nearest first.
  private let styles: [PropertyReader]

  init(_ reader: PropertyReader, style property: String = "style") {
    self.reader = reader
    styles = TextReader.chain(reader.word(property), scope: reader.scope)
  }

  /// A style by its name.
  init(styleName: String?, scope: BuildScope) {
    reader = PropertyReader(ResolvedMap(element: "text"), scope: scope)
    styles = TextReader.chain(styleName, scope: scope)
  }

  private static func chain(_ name: String?, scope: BuildScope) -> [PropertyReader] {
    var result: [PropertyReader] = []
    var name = name
    // Eight levels are more than the language allows.
    while let current = name, let map = scope.template.styles[current], result.count < 8 {
      let style = PropertyReader(map, scope: scope)
      result.append(style)
      name = style.word("extends")
    }
    return result
  }

  /// The reader that has the last word about a property: the node, else the nearest style that says something.
  private func owner(_ name: String, isDefault: (PropertyReader) -> Bool) -> PropertyReader {
    if reader.has(name), !isDefault(reader) { return reader }
    if let style = styles.first(where: { $0.has(name) && !isDefault($0) }) { return style }
    return reader.has(name) ? reader : styles.first { $0.has(name) } ?? reader
  }

  private func owner(_ name: String, length standard: Length) -> PropertyReader {
    owner(name) { $0.length(name) == standard }
  }

  private func owner(_ name: String, number standard: Double) -> PropertyReader {
    owner(name) { $0.optionalNumber(name) == standard }
  }

  private func owner(_ name: String, word standard: String) -> PropertyReader {
    owner(name) { $0.word(name) == standard }
  }

  /// Everything but words, place and colour.
  var style: TextStyle {
    let fontName = owner("font", word: "body").word("font") ?? "body"
    var font = TextReader.font(fontName, scope: scope)
    font.weight = min(max(owner("weight", number: 400).count("weight", 400), 1), 1000)
    let parentSize = 40 * scope.unit
    let size = owner("font_size", length: .units(40)).pixels("font_size", 40, of: parentSize, em: parentSize)
    var style = TextStyle(font: font, size: min(max(size, 0.01), 4096))
    style.leading = owner("leading", number: 1.15).number("leading", 1.15)
    style.tracking = tracking(size: style.size)
    style.letterCase = owner("case", word: "none").choice("case", .none)
    style.alignment = owner("text_align", word: "start").choice("text_align", .start)
    style.hasTabularDigits = owner("digits", word: "tabular").word("digits") != "proportional"
    style.unitScale = min(max(owner("unit_size", number: 1).number("unit_size", 1), 0.1), 2)
    style.language = scope.format.locale
    return style
  }

  /// In em.
  private func tracking(size: Double) -> Double {
    let owner = owner("tracking", length: .units(0))
    switch owner.length("tracking") {
    case .em(let value): return value
    case .auto: return 0
    case let other: return (scope.pixels(other, of: size) ?? 0) / size
    }
  }

  var color: Animated<Color> {
    let standard = scope.palette.color("text")
    return owner("color") { $0.color("color") == standard }.animatedColor("color", standard)
  }

  var stroke: LineStyle? { owner("stroke") { _ in false }.fixedLine("stroke") }
  var shadow: ShadowStyle? { owner("shadow") { _ in false }.shadow("shadow") }

  /// The font of a name in `theme.fonts`, Inter where there is none.
  static func font(_ name: String, scope: BuildScope) -> FontSpec {
    guard let map = scope.template.fonts[name] else {
      return FontSpec(.builtin(name.hasPrefix("builtin:") ? String(name.dropFirst(8)) : "inter"))
    }
    var spec = FontSpec(source(name, map) ?? .builtin("inter"))
    let reader = PropertyReader(map, scope: scope)
    if let fallback = reader.word("fallback"), fallback != name, let other = scope.template.fonts[fallback],
      let source = source(fallback, other), source != spec.source
    {
      spec.fallback = [source]
    }
    spec.features = reader.list("features").compactMap { value in
      if case .text(let tag) = value { return tag }
      if case .word(let tag) = value { return tag }
      return nil
    }
    return spec
  }

  private static func source(_ name: String, _ map: ResolvedMap) -> FontSpec.Source? {
    switch map["file"] {
    case .file(let file):
      if file.bytes != nil { return .bundled(name) }
      return .builtin(file.name.hasPrefix("builtin:") ? String(file.name.dropFirst(8)) : file.name)
    case .text(let text), .word(let text):
      return .builtin(text.hasPrefix("builtin:") ? String(text.dropFirst(8)) : text)
    default: return nil
    }
  }

  // MARK: Words

  /// A text property as fixed or live words.
  static func source(_ value: ResolvedValue) -> TextContent.Source {
    switch value {
    case .text(let text), .word(let text): return .constant(text)
    case .liveText(let text): return .live(text)
    case .live(let expression): return .live(LiveText(pieces: [.live(expression)]))
    case .number(let number): return .constant("\(number)")
    default: return .constant("")
    }
  }

  /// The words of a live text for given values; `missing` stands for what is absent.
  static func words(_ text: LiveText, _ source: some BindingSource, format: FormatContext, missing: String)
    -> String
  {
    var result = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let words): result += words
      case .live(let expression):
        let value = expression.body.evaluate(source, format: format)
        if case .text(let words) = value { result += words } else { result += missing }
      }
    }
    return result
  }

  var missing: String {
    switch reader["missing"] {
    case .text(let text), .word(let text): return text
    default: return "–"
    }
  }

  func plan(samples: () -> RunSamples) -> TextPlan {
    let source = TextReader.source(reader["text"])
    let style = style
    let shapes: [String]
    switch source {
    case .constant(let words): shapes = [words]
    case .live(let text):
      shapes = TextReader.shapes(
        text, samples: samples(), style: style, missing: missing, format: scope.format)
    }
    return TextPlan(
      source: source, style: style, fit: reader.choice("fit", .wrap),
      maxLines: max(1, reader.count("max_lines", 50)),
      smallest: reader.pixels("min_size", 24), shapes: shapes, measuring: scope.measuring)
  }

  /// The different texts over the run, with `0` for every digit where digits are equally wide. The longest forty.
  private static func shapes(
    _ text: LiveText, samples: RunSamples, style: TextStyle, missing: String, format: FormatContext
  ) -> [String] {
    var seen: Set<String> = []
    for sample in samples.samples {
      var words = self.words(text, sample, format: format, missing: missing)
      if style.hasTabularDigits {
        words = String(words.map { $0.isASCII && $0.isNumber ? "0" : $0 })
      }
      seen.insert(words)
    }
    return Array(seen.sorted { ($0.count, $0) > ($1.count, $1) }.prefix(40))
  }
}

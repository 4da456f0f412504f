import CCairo
import Geometry

/// Sets a block in a Pango layout and reads lines and glyphs back. Lines are placed here: every baseline lies
/// `leading` em below the one before, whatever fallback fonts a line has.
struct TextLayoutReader {
  private(set) var lines: [TextLayout.Line] = []
  private(set) var runs: [TextLayout.Run] = []
  private(set) var size = Vec2.zero
  private(set) var textWidth = 0.0
  private(set) var ink = Rect.zero
  private(set) var isTruncated = false
  private(set) var missing: [Unicode.Scalar] = []

  /// Pixels to be added to the advance of each digit; nil where digits keep their own widths.
  private let digitPadding: [Double]?

  private static let units = Double(PANGO_SCALE)

  init(_ block: TextBlock, layout: OpaquePointer, fonts: FontSet) {
    let bytes = Array(block.text.utf8)
    let unitBytes = block.unitScale == 1 ? [] : TextLayoutReader.unitRanges(bytes)
    digitPadding =
      block.hasTabularDigits && bytes.contains { (0x30...0x39).contains($0) }
      ? fonts.digitPadding(for: block) : nil
    configure(layout, block, bytes, unitBytes)
    let metrics = fontMetrics(layout, fonts)
    read(layout, block, bytes, unitBytes, metrics)
  }

  /// UTF-8 ranges of units: from the space (plain, no-break or narrow) after a digit to the next space or line end,
  /// unless a digit follows the space.
  static func unitRanges(_ bytes: [UInt8]) -> [Range<Int>] {
    func isDigit(_ index: Int) -> Bool { index < bytes.count && (0x30...0x39).contains(bytes[index]) }
    func spaceLength(_ index: Int) -> Int {
      if bytes[index] == 0x20 { return 1 }
      if bytes[index...].starts(with: [0xc2, 0xa0]) { return 2 }
      return bytes[index...].starts(with: [0xe2, 0x80, 0xaf]) ? 3 : 0
    }
    var ranges: [Range<Int>] = []
    var index = 1
    while index < bytes.count {
      let space = spaceLength(index)
      guard space > 0, isDigit(index - 1), index + space < bytes.count, !isDigit(index + space) else {
        index += 1
        continue
      }
      var end = index + space
      while end < bytes.count, bytes[end] != 0x0a, spaceLength(end) == 0 { end += 1 }
      ranges.append(index..<end)
      index = end
    }
    return ranges
  }

  /// UTF-8 ranges of digits, which must not be kerned when they are to be of one width; all of the text where there are
  /// more than `limit`: Pango keeps the features of an item in 32 places and does not count them.
  static func unkernedRanges(_ bytes: [UInt8], limit: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    for index in 0...bytes.count {
      let isDigit = index < bytes.count && (0x30...0x39).contains(bytes[index])
      if isDigit, start == nil { start = index }
      if !isDigit, let begin = start {
        ranges.append(begin..<index)
        start = nil
      }
    }
    return ranges.count > limit ? [0..<bytes.count] : ranges
  }

  private func configure(
    _ layout: OpaquePointer, _ block: TextBlock, _ bytes: [UInt8], _ unitBytes: [Range<Int>]
  ) {
    let language = FontSet.language(of: block.text, default: block.language)
    FontSet.setFont(of: layout, block, language: language)

    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    if let tag = pango_language_from_string(language) {
      pango_attr_list_insert(attributes, pango_attr_language_new(tag))
    }
    if block.tracking != 0 {
      let spacing = (block.tracking * TextLayoutReader.units).rounded()
      pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(Int32(spacing)))
    }
    let features = FontSet.features(of: block)
    if !features.isEmpty { pango_attr_list_insert(attributes, pango_attr_font_features_new(features)) }
    if digitPadding != nil {
      // Only the innermost of overlapping attributes counts, so it repeats the others' features.
      let count = block.features.count + 1
      for range in TextLayoutReader.unkernedRanges(bytes, limit: (28 - min(count, 12)) / (min(count, 12) + 1))
      {
        guard let attribute = pango_attr_font_features_new(features + ", kern=0") else { continue }
        attribute.pointee.start_index = UInt32(range.lowerBound)
        attribute.pointee.end_index = UInt32(range.upperBound)
        pango_attr_list_insert(attributes, attribute)
      }
    }
    for range in unitBytes {
      guard let attribute = pango_attr_scale_new(block.unitScale) else { continue }
      attribute.pointee.start_index = UInt32(range.lowerBound)
      attribute.pointee.end_index = UInt32(range.upperBound)
      pango_attr_list_insert(attributes, attribute)
    }
    pango_layout_set_attributes(layout, attributes)
    pango_layout_set_text(layout, block.text, Int32(block.text.utf8.count))

    switch block.alignment {
    case .start: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .end: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    if let width = block.width {
      pango_layout_set_width(layout, Int32((max(0, min(width, 1e6)) * TextLayoutReader.units).rounded(.up)))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      // A negative height is a number of lines a paragraph, after which comes the ellipsis.
      pango_layout_set_height(layout, block.wraps ? -Int32(max(1, block.maxLines)) : -1)
    }
  }

  /// Ascent and descent in pixels of the first font, which alone decides where baselines lie.
  private func fontMetrics(_ layout: OpaquePointer, _ fonts: FontSet) -> (ascent: Double, descent: Double) {
    guard let font = pango_context_load_font(fonts.context, pango_layout_get_font_description(layout)) else {
      return (0, 0)
    }
    defer { g_object_unref(font) }
    guard let metrics = pango_font_get_metrics(font, nil) else { return (0, 0) }
    defer { pango_font_metrics_unref(metrics) }
    return (
      Double(pango_font_metrics_get_ascent(metrics)) / TextLayoutReader.units,
      Double(pango_font_metrics_get_descent(metrics)) / TextLayoutReader.units
    )
  }

  private mutating func read(
    _ layout: OpaquePointer, _ block: TextBlock, _ bytes: [UInt8], _ unitBytes: [Range<Int>],
    _ metrics: (ascent: Double, descent: Double)
  ) {
    let units = TextLayoutReader.units
    isTruncated = pango_layout_is_ellipsized(layout) != 0
    let lineHeight = block.leading * block.size
    let firstBaseline = (lineHeight - metrics.ascent - metrics.descent) / 2 + metrics.ascent
    guard let iterator = pango_layout_get_iter(layout) else { return }
    defer { pango_layout_iter_free(iterator) }
    var missingValues: Set<UInt32> = []
    repeat {
      guard lines.count < max(1, block.maxLines) else {
        isTruncated = true
        break
      }
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      let baseline = firstBaseline + Double(lines.count) * lineHeight
      let left = Double(logical.x) / units
      let start = Int(line.pointee.start_index)
      lines.append(
        TextLayout.Line(
          baseline: baseline, x: left, width: Double(logical.width) / units,
          bytes: start..<(start + Int(line.pointee.length))))
      var pen = left
      let firstRun = runs.count
      var node = line.pointee.runs
      while let current = node {
        node = current.pointee.next
        guard let data = current.pointee.data else { continue }
        let item = data.assumingMemoryBound(to: PangoGlyphItem.self)
        readRun(item, line: lines.count - 1, baseline: baseline, pen: &pen, bytes, unitBytes, &missingValues)
      }
      endLine(pen: pen, firstRun: firstRun, block)
    } while pango_layout_iter_next_line(iterator) != 0
    textWidth = lines.map(\.width).max() ?? 0
    size = Vec2(block.width.map { max($0, 0) } ?? textWidth, Double(max(1, lines.count)) * lineHeight)
    missing = missingValues.sorted().compactMap { Unicode.Scalar($0) }
    ink = inkOfRuns ?? .zero
  }

  private mutating func readRun(
    _ item: UnsafeMutablePointer<PangoGlyphItem>, line: Int, baseline: Double, pen: inout Double,
    _ bytes: [UInt8],
    _ unitBytes: [Range<Int>], _ missingValues: inout Set<UInt32>
  ) {
    let units = TextLayoutReader.units
    guard let source = item.pointee.item, let string = item.pointee.glyphs,
      let font = source.pointee.analysis.font,
      let scaled = replay_scaled_font(font)
    else { return }
    let offset = Int(source.pointee.offset)
    let isUnit = unitBytes.contains { $0.contains(offset) }
    var glyphs: [TextLayout.Glyph] = []
    for index in 0..<Int(string.pointee.num_glyphs) {
      let info = string.pointee.glyphs[index]
      let byte = offset + Int(string.pointee.log_clusters[index])
      var padding = 0.0
      if let digitPadding, !isUnit, byte < bytes.count, (0x30...0x39).contains(bytes[byte]) {
        padding = digitPadding[Int(bytes[byte] - 0x30)]
      }
      defer { pen += Double(info.geometry.width) / units + padding }
      if info.glyph == replay_glyph_empty { continue }
      if info.glyph & replay_glyph_unknown_flag != 0 {
        missingValues.insert(info.glyph & ~replay_glyph_unknown_flag)
        continue
      }
      let position = Vec2(
        pen + padding / 2 + Double(info.geometry.x_offset) / units,
        baseline + Double(info.geometry.y_offset) / units)
      glyphs.append(
        TextLayout.Glyph(id: UInt(info.glyph), position: position, byte: byte, line: line, isUnit: isUnit))
    }
    guard !glyphs.isEmpty else { return }
    var isColored: FcBool = 0
    if let pattern = replay_font_pattern(font) { _ = FcPatternGetBool(pattern, FC_COLOR, 0, &isColored) }
    runs.append(TextLayout.Run(font: scaled, isColored: isColored != 0, glyphs: glyphs))
  }

  /// Corrects a line's width for padded digits and moves it back to its alignment.
  private mutating func endLine(pen: Double, firstRun: Int, _ block: TextBlock) {
    guard digitPadding != nil, let last = lines.indices.last else { return }
    let added = pen - lines[last].x - lines[last].width
    lines[last].width += added
    let share: Double =
      switch block.alignment {
      case .start: 0
      case .center: 0.5
      case .end: 1
      }
    guard block.width != nil, share > 0, added != 0 else { return }
    lines[last].x -= added * share
    for run in firstRun..<runs.count {
      for glyph in runs[run].glyphs.indices { runs[run].glyphs[glyph].position.x -= added * share }
    }
  }

  /// The smallest rectangle around all glyph outlines.
  private var inkOfRuns: Rect? {
    var result: Rect?
    for run in runs {
      for glyph in run.glyphs {
        var extents = cairo_text_extents_t()
        var placed = cairo_glyph_t(index: glyph.id, x: glyph.position.x, y: glyph.position.y)
        cairo_scaled_font_glyph_extents(run.font, &placed, 1, &extents)
        guard extents.width > 0, extents.height > 0 else { continue }
        let rect = Rect(
          x: glyph.position.x + extents.x_bearing, y: glyph.position.y + extents.y_bearing,
          width: extents.width,
          height: extents.height)
        result = result?.union(rect) ?? rect
      }
    }
    return result
  }
}

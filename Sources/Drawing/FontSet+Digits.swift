import CCairo

extension FontSet {
  struct DigitKey: Hashable {
    var face: FontFace
    var size: Double
    var features: [String]
  }

  /// Sets font, weight and size of a layout.
  static func setFont(of layout: OpaquePointer, _ block: TextBlock, language: String) {
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, families(block.face, language: language))
    pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(block.face.weight)))
    pango_font_description_set_absolute_size(description, max(0.01, block.size) * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, description)
  }

  /// The features of a block in CSS syntax.
  static func features(of block: TextBlock) -> String {
    // Pango has room for 32 in all, and does not check.
    let tags =
      block.features.prefix(11) + (block.hasTabularDigits && !block.features.contains("tnum") ? ["tnum"] : [])
    return tags.map { $0.contains("=") ? $0 : "\($0)=1" }.joined(separator: ", ")
  }

  /// What each digit lacks to the widest, in pixels. The fonts' own tabular figures are asked for first, but in some
  /// fonts they are missing or, as in Inter Display 4.0 beta, not of one width.
  func digitPadding(for block: TextBlock) -> [Double] {
    let key = DigitKey(face: block.face, size: block.size, features: block.features)
    if let known = digitPaddings[key] { return known }
    guard let layout = pango_layout_new(context) else { return Array(repeating: 0, count: 10) }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    FontSet.setFont(of: layout, block, language: block.language)
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    pango_attr_list_insert(attributes, pango_attr_font_features_new(FontSet.features(of: block) + ", kern=0"))
    pango_layout_set_attributes(layout, attributes)
    let widths = (0...9).map { digit -> Double in
      pango_layout_set_text(layout, "\(digit)", 1)
      var logical = PangoRectangle()
      pango_layout_get_extents(layout, nil, &logical)
      return Double(logical.width) / Double(PANGO_SCALE)
    }
    let widest = widths.max() ?? 0
    let padding = widths.map { widest - $0 }
    digitPaddings[key] = padding
    return padding
  }
}

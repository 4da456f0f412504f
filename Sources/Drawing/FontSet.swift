import CCairo
import Glibc

/// A font file that travels with a template.
package struct BundledFont: Hashable, Sendable {
  /// The family under which it is asked for; the one in the file is ignored, so that no other font can stand in.
  package var family: String
  /// TrueType or OpenType.
  package var bytes: [UInt8]
  /// The file's name in messages.
  package var name: String
  package init(family: String, name: String, bytes: [UInt8]) {
    self.family = family
    self.name = name
    self.bytes = bytes
  }
}

/// The fonts that texts are set in: a private selection, so that pictures do not depend on what else is installed.
///
/// Inter and Noto as the distribution installs them, and a template's own files. Hinting is off and glyphs stand at
/// fractions of pixels, so that text moves evenly. One thread at a time.
package final class FontSet {
  private let config: OpaquePointer
  private let map: UnsafeMutablePointer<PangoFontMap>
  let context: OpaquePointer
  /// Memory files of bundled fonts; fontconfig and FreeType open them by name again.
  private var files: [Int32] = []
  /// Widths of digits by what decides them.
  var digitPaddings: [DigitKey: [Double]] = [:]

  /// - Parameter usesSystemFonts: offers every installed font, which makes pictures depend on the machine.
  package init(bundled: [BundledFont] = [], usesSystemFonts: Bool = false) throws(CairoError) {
    guard let config = FcConfigCreate() else { throw CairoError(message: "no font configuration") }
    var loaded = false
    FontSet.configuration(usesSystemFonts: usesSystemFonts).utf8CString.withUnsafeBufferPointer { text in
      text.withMemoryRebound(to: FcChar8.self) { bytes in
        loaded =
          FcConfigParseAndLoadFromMemory(config, bytes.baseAddress, 0) != 0 && FcConfigBuildFonts(config) != 0
      }
    }
    guard loaded, let map = pango_cairo_font_map_new() else {
      FcConfigDestroy(config)
      throw CairoError(message: "cannot set up fonts")
    }
    replay_font_map_set_config(map, config)
    guard let context = pango_font_map_create_context(map) else {
      g_object_unref(map)
      FcConfigDestroy(config)
      throw CairoError(message: "no text context")
    }
    self.config = config
    self.map = map
    self.context = context
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    // One unit of a font description is one pixel.
    pango_cairo_context_set_resolution(context, 72)
    pango_context_set_round_glyph_positions(context, 0)
    for font in bundled { try add(font) }
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(map)
    FcConfigDestroy(config)
    for file in files { close(file) }
  }

  /// Whether a family is there.
  package func contains(family: String) -> Bool {
    for set in [FcSetSystem, FcSetApplication] {
      guard let fonts = FcConfigGetFonts(config, set) else { continue }
      for index in 0..<Int(fonts.pointee.nfont) {
        var name: UnsafeMutablePointer<FcChar8>?
        var position: Int32 = 0
        while FcPatternGetString(fonts.pointee.fonts[index], FC_FAMILY, position, &name) == FcResultMatch,
          let name
        {
          if String(cString: name) == family { return true }
          position += 1
        }
      }
    }
    return false
  }

  private func add(_ font: BundledFont) throws(CairoError) {
    let file = replay_memory_file()
    guard file >= 0 else { throw CairoError(message: "no memory for font '\(font.family)'") }
    files.append(file)
    var written = 0
    while written < font.bytes.count {
      let count = font.bytes.withUnsafeBytes { bytes in
        bytes.baseAddress.map { write(file, $0 + written, bytes.count - written) } ?? -1
      }
      guard count > 0 else { throw CairoError(message: "no memory for font '\(font.family)'") }
      written += count
    }
    let before = FcConfigGetFonts(config, FcSetApplication).map { Int($0.pointee.nfont) } ?? 0
    let added = "/proc/self/fd/\(file)".withCString { path in
      path.withMemoryRebound(to: FcChar8.self, capacity: 1) { FcConfigAppFontAddFile(config, $0) }
    }
    guard added != 0, let fonts = FcConfigGetFonts(config, FcSetApplication),
      Int(fonts.pointee.nfont) > before
    else {
      throw CairoError(message: "'\(font.name)': the font is damaged", isBadFont: true)
    }
    for index in before..<Int(fonts.pointee.nfont) {
      guard let pattern = fonts.pointee.fonts[index] else { continue }
      FcPatternDel(pattern, FC_FAMILY)
      _ = font.family.withCString { name in
        name.withMemoryRebound(to: FcChar8.self, capacity: 1) { FcPatternAddString(pattern, FC_FAMILY, $0) }
      }
    }
    replay_font_map_config_changed(map)
  }

  /// What fontconfig reads instead of the machine's own configuration.
  private static func configuration(usesSystemFonts: Bool) -> String {
    let selection =
      usesSystemFonts
      ? ""
      : """
      <selectfont>
        <rejectfont><glob>*.*</glob></rejectfont>
        <acceptfont>
          <glob>*/Inter*</glob><glob>*/NotoSans*</glob><glob>*/NotoColorEmoji*</glob>
        </acceptfont>
      </selectfont>
      """
    return """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig>
        <dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>
        <cachedir>/var/cache/fontconfig</cachedir><cachedir prefix="xdg">fontconfig</cachedir>
        \(selection)
        <alias binding="same"><family>emoji</family><prefer><family>Noto Color Emoji</family></prefer></alias>
        <match target="font">
          <edit name="hinting" mode="assign"><bool>false</bool></edit>
          <edit name="autohint" mode="assign"><bool>false</bool></edit>
          <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
          <edit name="antialias" mode="assign"><bool>true</bool></edit>
          <edit name="rgba" mode="assign"><const>none</const></edit>
        </match>
      </fontconfig>
      """
  }
}

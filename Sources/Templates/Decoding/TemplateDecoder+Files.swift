import Diagnostics

extension TemplateDecoder {
  enum AssetLimits {
    static let image = 8 << 20
    static let font = 4 << 20
    static let total = 64 << 20
    static let pixels = 24_000_000
  }
  /// Families that the set-up installs.
  static let builtinFonts = ["inter", "inter-display", "noto-sans"]

  /// A file of the bundle, opened and checked by its header.
  func file(_ text: String, _ node: YAMLNode, isFont: Bool) -> TypedValue? {
    if text.hasPrefix("builtin:") {
      let name = String(text.dropFirst(8))
      guard isFont else {
        report("E141", "there are no built-in images", at: node.mark)
        return nil
      }
      guard Self.builtinFonts.contains(name) else {
        report(
          "E141", "unknown built-in font '\(name)'",
          help: suggestion(name, Self.builtinFonts, "built-in fonts"), at: node.mark)
        return nil
      }
      return .resolved(.file(BundleFile(name: text, bytes: nil)))
    }
    guard let bundle = node.mark.source.bundle else {
      report("E140", "'\(text)': this template has no folder", at: node.mark)
      return nil
    }
    let bytes: [UInt8]
    do {
      bytes = try BundleFolder(path: bundle.folder).read(
        text, limit: isFont ? AssetLimits.font : AssetLimits.image)
    } catch {
      report("E140", error.message, help: error.help, at: node.mark)
      return nil
    }
    assetBytes += bytes.count
    guard assetBytes <= AssetLimits.total else {
      report(
        "E140", "the template's files have more than \(AssetLimits.total >> 20) MiB together", at: node.mark)
      return nil
    }
    if let problem = isFont ? Self.fontProblem(bytes) : ImageHeader.problem(bytes) {
      report(isFont ? "E145" : "E142", "'\(text)': \(problem)", at: node.mark)
      return nil
    }
    return .resolved(.file(BundleFile(name: text, bytes: bytes)))
  }

  private static func fontProblem(_ bytes: [UInt8]) -> String? {
    let tags: [[UInt8]] = [[0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8)]
    guard bytes.count >= 12, tags.contains(Array(bytes.prefix(4))) else {
      return "content is not a TTF or OTF font"
    }
    // The table directory must lie inside the file.
    let tables = Int(bytes[4]) << 8 | Int(bytes[5])
    guard tables > 0, tables <= 128, bytes.count >= 12 + 16 * tables else { return "the font is damaged" }
    for index in 0..<tables {
      let entry = 12 + 16 * index
      func word(_ at: Int) -> Int { bytes[(entry + at)..<(entry + at + 4)].reduce(0) { $0 << 8 | Int($1) } }
      guard word(8) <= bytes.count, word(12) <= bytes.count - word(8) else { return "the font is damaged" }
    }
    return nil
  }
}

/// Sizes of pictures from their first bytes, before anything is decoded.
enum ImageHeader {
  /// What is wrong with a picture, nil for a PNG or JPEG of acceptable size.
  static func problem(_ bytes: [UInt8]) -> String? {
    guard let size = size(bytes) else { return "content is not PNG or JPEG" }
    guard size.width > 0, size.height > 0, size.width <= 16_384, size.height <= 16_384,
      size.width * size.height <= TemplateDecoder.AssetLimits.pixels
    else { return "\(size.width)×\(size.height) pixels, the limit is 24 million" }
    return nil
  }

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    func word(_ at: Int, _ count: Int) -> Int { bytes[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) } }
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
      return (word(16, 4), word(20, 4))
    }
    guard bytes.starts(with: [0xff, 0xd8, 0xff]) else { return nil }
    var index = 2
    while index + 9 < bytes.count {
      guard bytes[index] == 0xff else { return nil }
      let marker = bytes[index + 1]
      if marker == 0xff {
        index += 1
        continue
      }
      // Start of frame, all but the tables' markers in its range.
      if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
        return (word(index + 7, 2), word(index + 5, 2))
      }
      index += 2 + max(2, word(index + 2, 2))
    }
    return nil
  }
}

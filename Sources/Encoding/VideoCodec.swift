/// A family of moving-picture codecs, named as people name them on a command line.
package enum VideoCodec: String, Sendable, CaseIterable {
  case h264, hevc, av1, vp9, prores

  /// Whether frames may keep their transparency.
  package var carriesAlpha: Bool { self == .vp9 || self == .prores }

  /// The encoder taken when none is named.
  package var defaultEncoder: String {
    switch self {
    case .h264: "libx264"
    case .hevc: "libx265"
    case .av1: "libsvtav1"
    case .vp9: "libvpx-vp9"
    case .prores: "prores_ks"
    }
  }

  /// The family of a family name, of one of its usual other names, or of an encoder's name.
  package init?(named name: String) {
    switch name.lowercased() {
    case "h264", "h.264", "avc", "x264": self = .h264
    case "hevc", "h265", "h.265", "x265": self = .hevc
    case "av1", "svtav1", "svt-av1": self = .av1
    case "vp9": self = .vp9
    case "prores", "prores4444": self = .prores
    case let encoder:
      let families: [(String, VideoCodec)] = [
        ("264", .h264), ("h264", .h264), ("265", .hevc), ("hevc", .hevc), ("av1", .av1), ("rav1e", .av1),
        ("vp9", .vp9), ("prores", .prores),
      ]
      guard let family = families.first(where: { encoder.contains($0.0) })?.1, LibavCodecs.hasEncoder(encoder)
      else { return nil }
      self = family
    }
  }

  /// The libav encoder that a name asks for: itself when it is one, else the family's default.
  package static func encoder(named name: String, in family: VideoCodec) -> String {
    let lower = name.lowercased()
    return lower != family.rawValue && LibavCodecs.hasEncoder(lower) ? lower : family.defaultEncoder
  }
}

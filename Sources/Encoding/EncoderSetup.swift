import CAV
import CRaster

/// All that one encoder is opened with.
struct EncoderSetup {
  var encoder: String
  var format: AVPixelFormat
  var width: Int
  var height: Int
  var frameRate: FrameRate
  /// Frames between key frames; every part of a film is at most so long.
  var keyInterval: Int
  var bitrate: Int?
  var threads: Int
  /// Private options of the encoder.
  var options: [(name: String, value: String)] = []
  var tag: UInt32?
  /// Fixed quantiser of encoders without a quality of their own (JPEG: 1…31).
  var quantizer: Int?
  var usesGlobalHeader = true
  /// Frames that decoding runs ahead of showing, where the encoder does not tell libav.
  var reordering = 0
}

extension EncoderSetup {
  /// The setup of a film in a container, checked.
  init(
    codec: VideoCodec, container: OutputFormat.MovieContainer, options: EncoderOptions
  ) throws(EncodingError) {
    encoder = options.codec.map { VideoCodec.encoder(named: $0, in: codec) } ?? codec.defaultEncoder
    guard LibavCodecs.hasEncoder(encoder) else {
      throw EncodingError(.usage, "the installed libavcodec has no encoder \(encoder)")
    }
    if options.transparent && !codec.carriesAlpha {
      throw EncodingError(
        .usage, "\(codec.rawValue) carries no transparency: use \(OutputFormat.transparentFormats)")
    }
    format = try EncoderSetup.format(options, codec: codec, encoder: encoder)
    width = options.width
    height = options.height
    frameRate = options.frameRate
    keyInterval = FilmParts(film: options.extent.filmFrames, frameRate: options.frameRate).length
    threads = options.encoderThreads
    bitrate = options.bitrate
    try EncoderSetup.checkSize(options, format: format)
    if options.crf != nil && options.bitrate != nil {
      throw EncodingError(.usage, "--crf and --bitrate exclude each other")
    }
    if codec == .hevc && container != .matroska { tag = replay_tag_hvc1 }
    try addOptions(codec: codec, options)
  }

  private mutating func addOptions(codec: VideoCodec, _ options: EncoderOptions) throws(EncodingError) {
    func quality(_ usual: Double, upTo limit: Double) throws(EncodingError) -> String? {
      if bitrate != nil { return nil }
      let value = options.crf ?? usual
      guard value >= 0, value <= limit else {
        throw EncodingError(.usage, "--crf \(value) is out of range: \(encoder) takes 0 to \(Int(limit))")
      }
      return value == value.rounded() ? String(Int(value)) : String(value)
    }
    switch encoder {
    case "libx264":
      self.options.append(("preset", options.preset ?? "medium"))
      if let crf = try quality(20, upTo: 51) { self.options.append(("crf", crf)) }
      let parameters = EncoderSetup.x264Parameters(preset: options.preset ?? "medium")
      if !parameters.isEmpty { self.options.append(("x264-params", parameters)) }
    case "libx265":
      reordering = 2
      self.options.append(("preset", options.preset ?? "medium"))
      if let crf = try quality(22, upTo: 51) { self.options.append(("crf", crf)) }
      self.options.append(("x265-params", "log-level=none:frame-threads=2:pools=\(threads)"))
    case "libsvtav1":
      self.options.append(("preset", EncoderSetup.speed(options.preset, of: 13, usual: 8)))
      if let crf = try quality(30, upTo: 63) { self.options.append(("crf", crf)) }
    case "libaom-av1":
      self.options.append(("cpu-used", EncoderSetup.speed(options.preset, of: 8, usual: 6)))
      self.options.append(("row-mt", "1"))
      if let crf = try quality(28, upTo: 63) { self.options.append(("crf", crf)) }
    case "libvpx-vp9":
      self.options.append(("deadline", "good"))
      self.options.append(("cpu-used", EncoderSetup.speed(options.preset, of: 8, usual: 4)))
      self.options.append(("row-mt", "1"))
      self.options.append(("tile-columns", "2"))
      if options.transparent { self.options.append(("auto-alt-ref", "0")) }
      if let crf = try quality(30, upTo: 63) { self.options.append(("crf", crf)) }
    case "prores_ks":
      self.options.append(
        ("profile", ColorTags(of: format).hasAlpha || format != AV_PIX_FMT_YUV422P10LE ? "4444" : "hq"))
      self.options.append(("vendor", "apl0"))
      keyInterval = 1
    default:
      // Another encoder of libav, such as one in hardware: its own defaults, and what was asked for.
      if let preset = options.preset { self.options.append(("preset", preset)) }
      if let crf = options.crf {
        self.options.append(
          (encoder.hasSuffix("_nvenc") ? "cq" : "crf", crf == crf.rounded() ? String(Int(crf)) : String(crf)))
      }
    }
  }

  /// What x264 needs beyond its preset, so that equal frames give equal bytes in bounded memory.
  private static func x264Parameters(preset: String) -> String {
    var parameters: [String] = []
    // x264 0.164 reads undefined memory in its AVX-512 propagation of macroblock trees: two runs differ. The AVX2
    // routines are as fast and give the bytes that every other processor gives.
    if replay_has_avx512() == 1 {
      parameters.append("asm=SSE2Fast,LZCNT,SSSE3,SSE4.2,AVX,FMA3,BMI2,AVX2")
    }
    // At 1080x1920 a frame of lookahead holds 7 MB: forty cost 220 MB more than ten and save 2 % of the bits at equal
    // structural similarity. Its own thread would hold five frames more.
    if preset == "medium" || preset == "fast" { parameters.append("rc-lookahead=10:sync-lookahead=0") }
    return parameters.joined(separator: ":")
  }

  /// x264's words for speed, or a number of the encoder's own scale, as that scale's number.
  private static func speed(_ preset: String?, of limit: Int, usual: Int) -> String {
    guard let preset else { return String(usual) }
    let words = [
      "placebo", "veryslow", "slower", "slow", "medium", "fast", "faster", "veryfast", "superfast",
      "ultrafast",
    ]
    guard let place = words.firstIndex(of: preset) else { return preset }
    // The word `medium` is the usual speed; the others spread to both ends of the scale.
    let steps = place - 4
    return String(steps < 0 ? usual + steps * usual / 4 : usual + steps * (limit - usual) / 5)
  }

  private static func format(
    _ options: EncoderOptions, codec: VideoCodec, encoder: String
  ) throws(EncodingError) -> AVPixelFormat {
    let usual: String =
      switch codec {
      case .prores: options.transparent ? "yuva444p10le" : "yuv444p10le"
      case .vp9: options.transparent ? "yuva420p" : "yuv420p"
      default: encoder.hasSuffix("_qsv") || encoder.hasSuffix("_vaapi") ? "nv12" : "yuv420p"
      }
    let name = options.pixelFormat ?? usual
    let format = av_get_pix_fmt(name)
    guard format != AV_PIX_FMT_NONE, let info = avcodec_find_encoder_by_name(encoder)?.pointee else {
      throw EncodingError(.usage, "unknown pixel format \"\(name)\"")
    }
    var names: [String] = []
    var list = info.pix_fmts
    while let entry = list?.pointee, entry != AV_PIX_FMT_NONE {
      if let text = av_get_pix_fmt_name(entry) { names.append(String(cString: text)) }
      list = list?.advanced(by: 1)
    }
    guard names.isEmpty || names.contains(name) else {
      throw EncodingError(
        .usage, "\(encoder) does not take pixel format \(name): use \(names.joined(separator: ", "))")
    }
    if options.transparent && !ColorTags(of: format).hasAlpha {
      throw EncodingError(.usage, "pixel format \(name) carries no transparency: use \(usual)")
    }
    return format
  }

  /// Chroma of half resolution needs whole samples.
  private static func checkSize(_ options: EncoderOptions, format: AVPixelFormat) throws(EncodingError) {
    let (width, height) = (options.width, options.height)
    guard let descriptor = av_pix_fmt_desc_get(format)?.pointee else { return }
    let (columns, rows) = (1 << Int(descriptor.log2_chroma_w), 1 << Int(descriptor.log2_chroma_h))
    guard width % columns == 0, height % rows == 0 else {
      let even = "\(max(2, width / columns * columns))x\(max(2, height / rows * rows))"
      throw EncodingError(
        .usage,
        "size \(width)x\(height) does not go with \(String(cString: av_get_pix_fmt_name(format))), "
          + "which needs even sides: use \(even)")
    }
    guard width >= 16, height >= 16, width <= 16_384, height <= 16_384 else {
      throw EncodingError(
        .usage, "size \(width)x\(height) is out of range: each side takes 16 to 16384 pixels")
    }
  }
}

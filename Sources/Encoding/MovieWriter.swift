import CAV
import Pixels

/// Writes a film: converts, encodes and muxes frames in order, each part of the film with a fresh encoder.
package final class MovieWriter: TimedSink {
  package private(set) var conversionTime = StageTime()
  package private(set) var encodingTime = StageTime()
  package private(set) var muxingTime = StageTime()

  private let path: String
  private let container: OutputFormat.MovieContainer
  private let options: EncoderOptions
  private let setup: EncoderSetup
  private let parts: FilmParts
  private let conversion: ColorConversion
  private let file: TemporaryOutput
  private var muxer: Muxer?
  private var stream: UnsafeMutablePointer<AVStream>?
  private var poster: PosterFrame?
  private var encoder: VideoEncoder?
  private var header: [UInt8] = []
  /// The film's number of the next frame.
  private var next: Int
  /// Packets written, and how many frames decoding runs ahead of showing; nil before the first packet.
  private var order = 0
  private var delay: Int?
  private var isDone = false

  /// Opens a film to be written under `path`, which appears when `finish` is done.
  package init(
    path: String, container: OutputFormat.MovieContainer, codec: VideoCodec, options: EncoderOptions
  ) throws(EncodingError) {
    self.path = path
    self.container = container
    self.options = options
    setup = try EncoderSetup(codec: codec, container: container, options: options)
    parts = FilmParts(film: options.extent.filmFrames, frameRate: options.frameRate)
    next = options.extent.frames.lowerBound
    conversion = try ColorConversion(
      to: setup.format, width: options.width, height: options.height,
      keepsAlpha: ColorTags(of: setup.format).hasAlpha)
    file = try TemporaryOutput(beside: path)
    do throws(EncodingError) {
      let encoder = try VideoEncoder(setup)
      self.encoder = encoder
      header = encoder.header
      try open(with: encoder)
    } catch {
      file.discard()
      throw error
    }
  }

  package func append(_ frame: PixelBuffer) throws(EncodingError) {
    try checkRoom()
    let converted = try conversionTime.measure { () throws(EncodingError) in try conversion.convert(frame) }
    if next == options.metadata.posterFrame { try poster?.take(frame) }
    try append(converted: converted)
  }

  /// Appends a frame in the encoder's format.
  func append(converted: VideoFrame) throws(EncodingError) {
    try checkRoom()
    if encoder == nil { encoder = try VideoEncoder(setup) }
    try encode(converted)
    next += 1
    if next == min(parts.end(ofPartWith: next - 1), options.extent.frames.upperBound) { try endPart() }
  }

  private func checkRoom() throws(EncodingError) {
    guard !isDone, next < options.extent.frames.upperBound else {
      throw EncodingError(.output, "more frames than the film has")
    }
  }

  package func finish() throws(EncodingError) {
    guard !isDone, let muxer else { return }
    isDone = true
    do throws(EncodingError) {
      guard next == options.extent.frames.upperBound else {
        throw EncodingError(
          .output, "\(next - options.extent.frames.lowerBound) frames came of \(options.extent.frames.count)")
      }
      try poster?.write(to: muxer)
      try muxingTime.measure { () throws(EncodingError) in try muxer.finish() }
      if options.verifies { try verify() }
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
    self.muxer = nil
  }

  package func cancel() {
    isDone = true
    encoder = nil
    muxer = nil
    file.discard()
  }

  private func encode(_ frame: VideoFrame?) throws(EncodingError) {
    guard let encoder else { return }
    var muxing = StageTime()
    var whole = StageTime()
    let time = next - options.extent.frames.lowerBound
    try whole.measure { () throws(EncodingError) in
      try encoder.encode(frame, at: time) { (packet) throws(EncodingError) in
        try muxing.measure { () throws(EncodingError) in try write(packet) }
      }
    }
    whole.cpu -= muxing.cpu
    whole.wall -= muxing.wall
    encodingTime += whole
    muxingTime += muxing
  }

  private func write(_ packet: Packet) throws(EncodingError) {
    guard let stream, let muxer, let encoder else { return }
    packet.raw.pointee.duration = 1
    // Decoding times count packets through all parts. An encoder's own would start early in each part, but not in one
    // that has fewer frames than it reorders: then they would step back at the next part.
    let delay = self.delay ?? self.delay(of: encoder, first: packet)
    self.delay = delay
    packet.raw.pointee.dts = Int64(order - delay)
    order += 1
    av_packet_rescale_ts(packet.raw, encoder.context.pointee.time_base, stream.pointee.time_base)
    packet.raw.pointee.stream_index = stream.pointee.index
    try muxer.write(packet)
  }

  /// Frames that decoding runs ahead of showing, all through the film.
  private func delay(of encoder: VideoEncoder, first packet: Packet) -> Int {
    let known = max(setup.reordering, Int(encoder.context.pointee.has_b_frames))
    // x265 gives any number as the decoding time of a part of two frames; no codec reorders over more than sixteen.
    let (early, overflow) = packet.raw.pointee.pts.subtractingReportingOverflow(packet.raw.pointee.dts)
    return !overflow && early > 0 && early <= 16 ? max(known, Int(early)) : known
  }

  /// Drains the encoder and closes it; the next frame opens another.
  private func endPart() throws(EncodingError) {
    try encode(nil)
    guard encoder?.header == header else {
      throw EncodingError(.output, "\(setup.encoder) wrote different headers for parts of one film")
    }
    encoder = nil
  }

  private func open(with encoder: VideoEncoder) throws(EncodingError) {
    let muxer = try Muxer(format: container.libavName, path: file.path, shownName: path)
    let stream = try muxer.addStream()
    try LibavStatus.check(
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context), "cannot write \(path)")
    stream.pointee.time_base = encoder.context.pointee.time_base
    stream.pointee.avg_frame_rate = encoder.context.pointee.framerate
    stream.pointee.r_frame_rate = encoder.context.pointee.framerate
    stream.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    if setup.encoder == "libvpx-vp9" && ColorTags(of: setup.format).hasAlpha {
      av_dict_set(&stream.pointee.metadata, "alpha_mode", "1", 0)
    }
    if let number = options.metadata.posterFrame, options.extent.frames.contains(number),
      container == .mp4 || container == .mov
    {
      poster = try PosterFrame(options: options, muxer: muxer)
    }
    try FilmTags(options: options).write(to: muxer, container: container)
    try muxer.writeHeader(options: container.muxerOptions)
    self.muxer = muxer
    self.stream = stream
  }

  /// Reads the complete file back, before it gets its name.
  private func verify() throws(EncodingError) {
    let statesColor = !ColorTags(of: setup.format).isRGB && container != .mov
    try FilmVerification(
      frames: options.extent.frames.count, width: options.width, height: options.height,
      frameRate: options.frameRate, colorSpace: statesColor ? "bt709" : nil
    ).check(file.path, shownName: path)
  }
}

extension OutputFormat.MovieContainer {
  var libavName: String { self == .matroska ? "matroska" : rawValue }

  /// The index in front lets players start before the whole film is there.
  var muxerOptions: [(String, String)] {
    switch self {
    case .mp4, .mov: [("movflags", "+faststart+write_colr")]
    case .webm, .matroska: [("cues_to_front", "1")]
    }
  }
}

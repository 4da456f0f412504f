import CAV

/// A GIF in two passes: the frames go losslessly into a hidden file while the palette is made from all of them, then
/// come back to be drawn with it. Memory does not grow with the film's length.
final class PaletteAnimation {
  private let options: EncoderOptions
  private let output: TemporaryOutput
  private let shownName: String
  private let kept: TemporaryOutput
  private var store: EncodedStream?
  private let palette: FilterGraph

  init(options: EncoderOptions, output: TemporaryOutput, shownName: String) throws(EncodingError) {
    self.options = options
    self.output = output
    self.shownName = shownName
    kept = try TemporaryOutput(beside: output.target + ".frames")
    let setup = EncoderSetup(
      encoder: "ffvhuff", format: AV_PIX_FMT_BGRA, width: options.width, height: options.height,
      frameRate: options.frameRate, keyInterval: 1, bitrate: nil, threads: 1)
    store = try EncodedStream(setup, container: "nut", path: kept.path, shownName: shownName)
    let reserve = options.transparent ? 1 : 0
    palette = try FilterGraph(
      "[in0]palettegen=stats_mode=full:reserve_transparent=\(reserve)[out]",
      inputs: [.init(options: options, format: AV_PIX_FMT_BGRA)])
  }

  deinit { kept.discard() }

  func append(_ frame: VideoFrame, at time: Int) throws(EncodingError) {
    guard let store else { return }
    frame.raw.pointee.pts = Int64(time)
    try palette.send(frame, to: 0)
    try store.append(frame, at: time)
  }

  func finish() throws(EncodingError) {
    try store?.finish()
    store = nil
    try palette.send(nil, to: 0)
    guard let colors = try palette.receive() else {
      throw EncodingError(.output, "cannot make a palette for \(shownName)")
    }
    let drawing = try FilterGraph(
      "[in0][in1]paletteuse=dither=sierra2_4a:diff_mode=rectangle[out]",
      inputs: [
        .init(options: options, format: AV_PIX_FMT_BGRA),
        .init(options: options, format: AV_PIX_FMT_BGRA, side: 16),
      ])
    colors.raw.pointee.pts = 0
    try drawing.send(colors, to: 1)
    try drawing.send(nil, to: 1)
    let setup = EncoderSetup(
      encoder: "gif", format: AV_PIX_FMT_PAL8, width: options.width, height: options.height,
      frameRate: options.frameRate, keyInterval: options.extent.frames.count, bitrate: nil, threads: 1)
    let film = try EncodedStream(
      setup, container: "gif", path: output.path, shownName: shownName, options: [("loop", "0")])
    var next = 0
    func draw() throws(EncodingError) {
      while let frame = try drawing.receive() {
        try film.append(frame, at: next)
        next += 1
      }
    }
    let frames = try VideoDecoder(try Demuxer(path: kept.path, shownName: shownName))
    while let frame = try frames.next() {
      try drawing.send(frame, to: 0)
      try draw()
    }
    try drawing.send(nil, to: 0)
    try draw()
    try film.finish()
  }
}

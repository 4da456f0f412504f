import CAV

/// Owns one libav filter graph with inputs `in0`, `in1` … and one output `out`.
final class FilterGraph {
  /// What an input takes.
  struct Input {
    var width: Int
    var height: Int
    var frameRate: FrameRate
    var format: AVPixelFormat

    /// Frames of the film, or square ones.
    init(options: EncoderOptions, format: AVPixelFormat, side: Int? = nil) {
      width = side ?? options.width
      height = side ?? options.height
      frameRate = options.frameRate
      self.format = format
    }
  }

  private let graph: UnsafeMutablePointer<AVFilterGraph>
  private var sources: [UnsafeMutablePointer<AVFilterContext>] = []
  private let sink: UnsafeMutablePointer<AVFilterContext>

  init(_ description: String, inputs: [Input]) throws(EncodingError) {
    _ = LibavStatus.quiet
    guard let graph = avfilter_graph_alloc() else { throw EncodingError(.output, "out of memory") }
    self.graph = graph
    graph.pointee.nb_threads = 1
    var made: UnsafeMutablePointer<AVFilterContext>?
    var code = avfilter_graph_create_filter(&made, avfilter_get_by_name("buffersink"), "out", nil, nil, graph)
    guard code >= 0, let sink = made else {
      FilterGraph.free(graph)
      throw EncodingError(.output, "cannot filter frames: \(LibavStatus.text(code))")
    }
    self.sink = sink
    var ends: UnsafeMutablePointer<AVFilterInOut>?
    for (index, input) in inputs.enumerated().reversed() {
      let (top, bottom) = (input.frameRate.numerator, input.frameRate.denominator)
      let arguments =
        "video_size=\(input.width)x\(input.height):pix_fmt=\(input.format.rawValue):time_base=\(bottom)/\(top)"
        + ":pixel_aspect=1/1:frame_rate=\(top)/\(bottom)"
      var source: UnsafeMutablePointer<AVFilterContext>?
      code = avfilter_graph_create_filter(
        &source, avfilter_get_by_name("buffer"), "in\(index)", arguments, nil, graph)
      guard code >= 0, let source else { break }
      sources.insert(source, at: 0)
      ends = FilterGraph.end("in\(index)", source, next: ends)
    }
    var outputs: UnsafeMutablePointer<AVFilterInOut>? = FilterGraph.end("out", sink, next: nil)
    if code >= 0 { code = avfilter_graph_parse_ptr(graph, description, &outputs, &ends, nil) }
    if code >= 0 { code = avfilter_graph_config(graph, nil) }
    avfilter_inout_free(&ends)
    avfilter_inout_free(&outputs)
    try LibavStatus.check(code, "cannot filter frames")
  }

  deinit { FilterGraph.free(graph) }

  /// Gives a frame, or nil at the end, to an input; the frame stays the caller's.
  func send(_ frame: VideoFrame?, to input: Int) throws(EncodingError) {
    let keep = Int32(AV_BUFFERSRC_FLAG_KEEP_REF)
    try LibavStatus.check(
      av_buffersrc_add_frame_flags(sources[input], frame?.raw, keep), "cannot filter a frame")
  }

  /// The next frame that is ready.
  func receive() throws(EncodingError) -> VideoFrame? {
    let frame = try VideoFrame()
    let code = av_buffersink_get_frame(sink, frame.raw)
    if code == replay_averror_again || code == replay_averror_eof { return nil }
    try LibavStatus.check(code, "cannot filter a frame")
    return frame
  }

  private static func end(
    _ name: String, _ filter: UnsafeMutablePointer<AVFilterContext>,
    next: UnsafeMutablePointer<AVFilterInOut>?
  ) -> UnsafeMutablePointer<AVFilterInOut>? {
    let end = avfilter_inout_alloc()
    end?.pointee.name = av_strdup(name)
    end?.pointee.filter_ctx = filter
    end?.pointee.pad_idx = 0
    end?.pointee.next = next
    return end
  }

  private static func free(_ graph: UnsafeMutablePointer<AVFilterGraph>) {
    var pointer: UnsafeMutablePointer<AVFilterGraph>? = graph
    avfilter_graph_free(&pointer)
  }
}

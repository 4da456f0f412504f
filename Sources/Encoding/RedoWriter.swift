import Pixels

/// Replaces some frames of an existing film: encodes them alone and copies the rest.
package final class RedoWriter: TimedSink {
  private let path: String
  private let container: OutputFormat.MovieContainer
  private let options: EncoderOptions
  private let old: FilmPiece
  private let part: MovieWriter
  private let partFile: TemporaryOutput
  private let file: TemporaryOutput

  package var conversionTime: StageTime { part.conversionTime }
  package var encodingTime: StageTime { part.encodingTime }
  package var muxingTime: StageTime { part.muxingTime }

  /// Opens the film under `path`; `options.extent` says which frames come, whole parts of the film.
  package init(
    path: String, container: OutputFormat.MovieContainer, codec: VideoCodec, options: EncoderOptions
  ) throws(EncodingError) {
    self.path = path
    self.container = container
    self.options = options
    old = try FilmPiece(path: path)
    let found = try MovieCodec(ofFilmAt: path)
    func fail(_ what: String) -> EncodingError {
      EncodingError(.usage, "cannot redo a part of \(path): \(what)")
    }
    guard old.stamp.frameRange == 0..<options.extent.filmFrames,
      old.stamp.frameRate == options.frameRate
    else {
      throw fail(
        "it holds \(old.stamp.frames) frames at \(old.stamp.frameRate) fps, and the film has "
          + "\(options.extent.filmFrames) at \(options.frameRate)")
    }
    guard found.width == options.width, found.height == options.height else {
      throw fail("it is \(found.width)x\(found.height), and the film \(options.width)x\(options.height)")
    }
    guard found.family == codec else { throw fail("it is not encoded as \(codec.rawValue)") }
    file = try TemporaryOutput(beside: path)
    do throws(EncodingError) {
      partFile = try TemporaryOutput(beside: path)
      part = try MovieWriter(path: partFile.path, container: container, codec: codec, options: options)
    } catch {
      file.discard()
      throw error
    }
  }

  deinit { cancel() }

  package func append(_ frame: PixelBuffer) throws(EncodingError) {
    do throws(EncodingError) {
      try part.append(frame)
    } catch {
      throw named(error)
    }
  }

  package func finish() throws(EncodingError) {
    do throws(EncodingError) {
      try part.finish()
      try splice().write(to: file, container: container, shownName: path)
      if options.verifies {
        try FilmVerification(
          frames: options.extent.filmFrames, width: options.width, height: options.height,
          frameRate: options.frameRate
        ).check(file.path, shownName: path)
      }
      try file.commit()
    } catch {
      cancel()
      throw named(error)
    }
    partFile.discard()
  }

  package func cancel() {
    part.cancel()
    partFile.discard()
    file.discard()
  }

  /// The error with the film's name in place of the part's.
  private func named(_ error: EncodingError) -> EncodingError {
    EncodingError(error.kind, error.message.replacing(partFile.path, with: path))
  }

  private func splice() throws(EncodingError) -> FilmSplice {
    let new = try FilmPiece(path: partFile.path)
    let (frames, whole) = (options.extent.frames, options.extent.filmFrames)
    var pieces: [(film: FilmPiece, frames: Range<Int>)] = []
    if frames.lowerBound > 0 { pieces.append((old, 0..<frames.lowerBound)) }
    pieces.append((new, frames))
    if frames.upperBound < whole { pieces.append((old, frames.upperBound..<whole)) }
    let poster = options.metadata.posterFrame
    let posterPiece = pieces.firstIndex { piece in poster.map { piece.frames.contains($0) } ?? false }
    // The rest of the film is what it was: of one recipe only when the old one is the new one.
    let recipe = old.stamp.recipe == options.metadata.recipe ? old.stamp.recipe : nil
    return FilmSplice(pieces: pieces, posterPiece: posterPiece, recipe: recipe)
  }
}

/// Joins parts of a film into the whole, without encoding them again.
package enum FilmJoin {
  /// Joins parts in any order into `output`, which appears when it is complete.
  ///
  /// - Returns: The stamp of the joined film.
  @discardableResult
  package static func join(
    _ paths: [String], into output: String, verifies: Bool = true
  ) throws(EncodingError) -> FilmStamp {
    var films: [FilmPiece] = []
    for path in paths { films.append(try FilmPiece(path: path)) }
    films.sort { ($0.stamp.firstFrame, $0.path) < ($1.stamp.firstFrame, $1.path) }
    guard let first = films.first else { throw EncodingError(.usage, "no parts given") }
    try check(films)
    let codec = try MovieCodec(ofFilmAt: first.path)
    guard case .movie(let container, _) = try OutputFormat(path: output, codec: codec.family?.rawValue) else {
      throw EncodingError(.usage, "\(output): parts join into .mp4, .mov, .webm or .mkv")
    }
    guard codec.isMatroska == (container == .matroska || container == .webm) else {
      throw EncodingError(.usage, "\(output): parts join into the format that they have themselves")
    }
    let splice = FilmSplice(
      pieces: films.map { ($0, $0.stamp.frameRange) },
      posterPiece: films.indices.first { Self.hasPoster(films[$0].path) }, recipe: first.stamp.recipe)
    let file = try TemporaryOutput(beside: output)
    do throws(EncodingError) {
      try splice.write(to: file, container: container, shownName: output)
      if verifies {
        try FilmVerification(
          frames: first.stamp.filmFrames, width: codec.width, height: codec.height,
          frameRate: first.stamp.frameRate, colorSpace: nil
        ).check(file.path, shownName: output)
      }
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
    var stamp = first.stamp
    stamp.frames = stamp.filmFrames
    return stamp
  }

  /// Every part must be of one film, and all of it must be there once.
  private static func check(_ films: [FilmPiece]) throws(EncodingError) {
    let whole = films[0]
    var next = 0
    for film in films {
      guard film.stamp.filmFrames == whole.stamp.filmFrames, film.stamp.frameRate == whole.stamp.frameRate,
        film.stamp.recipe == whole.stamp.recipe
      else { throw EncodingError(.input, "\(film.path) and \(whole.path) are parts of different films") }
      let frames = film.stamp.frameRange
      guard frames.lowerBound >= next else {
        throw EncodingError(
          .input, "\(film.path) holds frames \(text(frames)), of which another part holds some too")
      }
      guard frames.lowerBound == next else {
        throw EncodingError(.input, "no part holds frames \(text(next..<frames.lowerBound)) of the film")
      }
      next = frames.upperBound
    }
    guard next == whole.stamp.filmFrames else {
      throw EncodingError(.input, "no part holds frames \(text(next..<whole.stamp.filmFrames)) of the film")
    }
  }

  /// `90 to 179`.
  private static func text(_ frames: Range<Int>) -> String {
    "\(frames.lowerBound) to \(frames.upperBound - 1)"
  }

  private static func hasPoster(_ path: String) -> Bool {
    (try? Demuxer(path: path, shownName: path))?.poster != nil
  }
}

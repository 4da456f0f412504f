/// What a complete film must read back as.
struct FilmVerification {
  var frames: Int
  var width: Int
  var height: Int
  var frameRate: FrameRate
  /// The colour space that must be stated; nil for any.
  var colorSpace: String?

  /// Reads a file back and throws where it differs; messages name `shownName`.
  func check(_ path: String, shownName: String) throws(EncodingError) {
    let found: MovieProbe
    do throws(EncodingError) {
      found = try MovieProbe(path: path, shownName: shownName)
    } catch {
      throw EncodingError(.output, error.message)
    }
    func fail(_ what: String) -> EncodingError {
      EncodingError(.output, "\(shownName) reads back wrong: \(what)")
    }
    guard found.frames == frames else { throw fail("\(found.frames) frames instead of \(frames)") }
    guard found.width == width, found.height == height else {
      throw fail("size \(found.width)x\(found.height) instead of \(width)x\(height)")
    }
    let seconds = frameRate.seconds(ofFrame: frames)
    guard abs(found.duration - seconds) <= max(0.002, 0.6 / frameRate.value) else {
      throw fail("\(found.duration) s instead of \(seconds) s")
    }
    if let colorSpace {
      guard found.colorSpace == colorSpace else {
        throw fail("colour space \(found.colorSpace ?? "unknown")")
      }
    }
  }
}

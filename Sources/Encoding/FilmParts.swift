/// Where a film's independent parts begin.
///
/// Every part starts with a key frame and a fresh encoder, so that a part's bytes depend on its own frames alone: parts
/// made apart and joined equal the film made whole. The places depend on the film's length only.
package struct FilmParts: Sendable, Equatable {
  /// Frames of the film.
  package let film: Int
  /// Frames of each part; the last may be shorter.
  package let length: Int

  /// About sixteen parts, of at most eight seconds.
  package init(film: Int, frameRate: FrameRate) {
    self.film = max(1, film)
    let longest = max(1, Int((8 * frameRate.value).rounded()))
    length = min(longest, max(1, (self.film + 15) / 16))
  }

  /// Number of parts.
  package var count: Int { (film + length - 1) / length }

  /// The frames of a part, numbered from 0.
  package func frames(ofPart part: Int) -> Range<Int> { part * length..<min(film, (part + 1) * length) }

  /// The first frame after `frame` that begins a part, or the film's end.
  package func end(ofPartWith frame: Int) -> Int { min(film, (frame / length + 1) * length) }

  /// The smallest range of whole parts around some frames.
  package func aligned(_ frames: Range<Int>) -> Range<Int> {
    frames.lowerBound / length * length..<min(film, (frames.upperBound + length - 1) / length * length)
  }

  /// The frames of segment `number` of `total` (from 1), whole parts shared as evenly as they go.
  package func segment(_ number: Int, of total: Int) throws(EncodingError) -> Range<Int> {
    guard total >= 1, number >= 1, number <= total else {
      throw EncodingError(.usage, "segment \(number)/\(total): the first number counts from 1 to the second")
    }
    guard total <= count else {
      throw EncodingError(
        .usage, "this film of \(film) frames divides into at most \(count) segments, not \(total)")
    }
    let (first, last) = ((number - 1) * count / total, number * count / total - 1)
    return first * length..<frames(ofPart: last).upperBound
  }
}

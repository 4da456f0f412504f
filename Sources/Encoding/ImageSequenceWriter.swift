import CAV
import Glibc
import Pixels
import Synchronization

/// Writes one picture a frame. Pictures gather in a hidden folder and get their names together at the end.
package final class ImageSequenceWriter: ConcurrentFrameSink {
  private let pattern: FileNamePattern
  private let format: OutputFormat.PictureFormat
  private let options: EncoderOptions
  private let temporary: String
  /// The folder's lock, the folders that were made for it (outermost first), and the frames that came.
  private let state: Mutex<State>

  private struct State {
    var descriptor: Int32
    var madeFolders: [String]
    var next: Int
    var written = 0
    var isDone = false
  }

  /// A sequence named by a pattern; the folder is made when it is not there.
  package init(
    pattern: FileNamePattern, format: OutputFormat.PictureFormat, options: EncoderOptions
  ) throws(EncodingError) {
    self.pattern = pattern
    self.format = format
    self.options = options
    _ = try PictureEncoder(format, options: options)
    var made: [String] = []
    var fault: Int32 = 0
    var prefix = ""
    for component in pattern.folder.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      prefix += component + "/"
      if prefix == "/" { continue }
      if mkdir(prefix, 0o777) == 0 {
        made.append(prefix)
      } else {
        // Why the folder could not be made says more than that it is not there.
        fault = errno == EEXIST ? 0 : errno
      }
    }
    let hidden = TemporaryFolder(in: pattern.folder)
    guard let hidden else {
      let error = TemporaryOutput.failure("write", pattern.template, fault == 0 ? errno : fault)
      for folder in made.reversed() { rmdir(folder) }
      throw error
    }
    temporary = hidden.path
    state = Mutex(
      State(descriptor: hidden.descriptor, madeFolders: made, next: options.extent.frames.lowerBound))
  }

  deinit { cancel() }

  package func makeFrameWriter() throws(EncodingError) -> any NumberedFrameWriter {
    Writer(self, encoder: try PictureEncoder(format, options: options))
  }

  package func append(_ frame: PixelBuffer) throws(EncodingError) {
    let number = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    try makeFrameWriter().write(frame, number: number)
  }

  package func finish() throws(EncodingError) {
    let written = state.withLock { $0.written }
    let frames = options.extent.frames
    do throws(EncodingError) {
      guard written == frames.count else {
        throw EncodingError(.output, "\(written) frames came of \(frames.count)")
      }
      // One call puts all pictures on disk, before any of them gets its name.
      let synchronized = state.withLock { syncfs($0.descriptor) }
      guard synchronized == 0 else { throw TemporaryOutput.failure("write", pattern.template) }
      for (done, number) in frames.enumerated() {
        let name = pattern.name(ofFrame: number)
        guard rename(temporary + "/" + name, pattern.folder + name) == 0 else {
          let error = TemporaryOutput.failure("write", pattern.folder + name)
          for number in frames.prefix(done) { unlink(pattern.folder + pattern.name(ofFrame: number)) }
          throw error
        }
      }
    } catch {
      cancel()
      throw error
    }
    end(keepingFolders: true)
  }

  package func cancel() { end(keepingFolders: false) }

  private func end(keepingFolders: Bool) {
    state.withLock { state in
      guard !state.isDone else { return }
      state.isDone = true
      TemporaryOutput.removeFolder(temporary)
      close(state.descriptor)
      if !keepingFolders { for folder in state.madeFolders.reversed() { rmdir(folder) } }
    }
  }

  private final class Writer: NumberedFrameWriter {
    private let sequence: ImageSequenceWriter
    private let encoder: PictureEncoder

    init(_ sequence: ImageSequenceWriter, encoder: PictureEncoder) {
      self.sequence = sequence
      self.encoder = encoder
    }

    func write(_ frame: PixelBuffer, number: Int) throws(EncodingError) {
      guard frame.width == sequence.options.width, frame.height == sequence.options.height else {
        throw EncodingError(.output, "frame \(number) has another size than the film")
      }
      let name = sequence.pattern.name(ofFrame: number)
      let bytes = try encoder.encode(frame)
      try FileBytes.write(
        bytes, to: sequence.temporary + "/" + name, shownName: sequence.pattern.folder + name)
      sequence.state.withLock { $0.written += 1 }
    }
  }
}

/// A hidden, locked folder for pictures that have no names yet.
private struct TemporaryFolder {
  let path: String
  let descriptor: Int32

  init?(in folder: String) {
    TemporaryOutput.removeStale(in: folder)
    path = folder + TemporaryOutput.temporaryName(for: "frames")
    descriptor = TemporaryOutput.makeFolder(path)
    if descriptor < 0 { return nil }
    TemporaryOutput.lock(descriptor)
  }
}

import CAV
import Dispatch
import Glibc

/// What the installed libav can do.
package enum LibavCodecs {
  /// Whether an encoder of that name is compiled in (a hardware encoder may still find no hardware).
  package static func hasEncoder(_ name: String) -> Bool { avcodec_find_encoder_by_name(name) != nil }

  /// `libavcodec 59.37.100`, for `--version` and reports.
  package static var version: String {
    let number = avcodec_version()
    return "libavcodec \(number >> 16).\((number >> 8) & 255).\(number & 255)"
  }
}

extension OutputFormat {
  /// Begins to load the libraries that writing this format needs, beside the preparation of the film: 40 ms.
  package func startLoading() {
    guard case .movie = self else { return }
    DispatchQueue.global(qos: .userInitiated).async { replay_av_load() }
  }
}

/// Maps libav's return values to errors.
enum LibavStatus {
  /// Silences the messages of libav and of SVT-AV1, which writes past libav to standard error, once.
  static let quiet: Void = {
    replay_av_quiet()
    setenv("SVT_LOG", "0", 0)
  }()

  /// Text of a negative return value.
  static func text(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress, av_strerror(code, base, buffer.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: base)
    }
  }

  /// Throws `doing: why` for a negative return value.
  @discardableResult
  static func check(
    _ code: Int32, _ doing: @autoclosure () -> String, kind: EncodingError.Kind = .output
  ) throws(EncodingError) -> Int32 {
    if code < 0 { throw EncodingError(kind, "\(doing()): \(text(code))") }
    return code
  }
}

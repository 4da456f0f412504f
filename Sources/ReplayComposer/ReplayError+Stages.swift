import Diagnostics
import Drawing
import Encoding
import Recordings
import Routes
import Templates

extension ReplayError {
  init(_ error: EncodingError) {
    switch error.kind {
    case .usage: self.init(.usage, error.message)
    case .input: self.init(.input, error.message)
    case .output: self.init(.output, error.message)
    case .cancelled: self.init(.cancelled, error.message)
    }
  }
  init(_ error: CairoError) { self.init(.output, error.message) }
  init(_ error: RecordingError) { self.init(.input, error.description) }
}

import Glibc

/// The two streams of a command-line program, unbuffered on the error side. Text from files is shown without control characters.
package final class Terminal: Sendable {
  private let outputDescriptor: Int32
  private let errorDescriptor: Int32

  package init(output: Int32 = 1, error: Int32 = 2) {
    outputDescriptor = output
    errorDescriptor = error
  }

  /// Whether standard error is a terminal a person looks at.
  package var errorIsTerminal: Bool { isatty(errorDescriptor) == 1 }

  /// A result, with its line end.
  package func print(_ line: String) { write(line + "\n", to: outputDescriptor) }
  /// A message, with its line end.
  package func report(_ line: String) { write(line + "\n", to: errorDescriptor) }
  /// Raw text to standard error (progress).
  package func progress(_ text: String) { write(text, to: errorDescriptor) }
  /// `compose: message`.
  package func fail(_ message: String) { report("compose: " + Terminal.printable(message)) }

  /// The text with control characters (but not line ends and tabs) and direction overrides replaced.
  package static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 9, 10: scalar
          case 0..<32, 127..<160, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
          default: scalar
          }
        }))
  }

  private func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        return
      }
      bytes = bytes.dropFirst(written)
    }
  }
}

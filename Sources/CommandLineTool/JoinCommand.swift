import Encoding

/// `compose join part-1.mp4 part-2.mp4 -o film.mp4`: parts of one film become the film.
package struct JoinCommand: Command {
  package static let name = "join"
  package static let summary = "Join the parts that --segment rendered, without encoding again."
  package static let usage = "join PART… -o FILM"
  package static let options = [
    OptionSpec("output", short: "o", .value("FILE"), "The whole film"),
    OptionSpec("no-verify", .flag, "Do not read the film back before it gets its name"),
    OptionSpec("quiet", short: "q", .flag, "Say nothing but errors"),
  ]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    do {
      guard let output = arguments.value("output") else { throw UsageError("join needs -o FILM") }
      guard !arguments.operands.isEmpty else { throw UsageError("no parts given") }
      let stamp = try FilmJoin.join(
        arguments.operands, into: output, verifies: !arguments.has("no-verify"))
      if !arguments.has("quiet") {
        let seconds = ProgressReporter.tenths(Double(stamp.filmFrames) / stamp.frameRate.value)
        terminal.report(
          "\(output): \(stamp.filmFrames) frames, \(seconds) s, from \(arguments.operands.count) parts")
      }
      return .success
    } catch let error as EncodingError {
      terminal.fail(error.message)
      switch error.kind {
      case .usage: return .usage
      case .input: return .input
      case .output, .cancelled: return .output
      }
    } catch {
      return terminal.status(of: error)
    }
  }
}

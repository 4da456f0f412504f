/// `compose run.gpx`: the film.
package struct RenderCommand: Command {
  package static let name = ""
  package static let summary = "Turn a recorded run into a film."
  package static let usage = "[--template T] RUN… [-o FILM]"
  package static let options: [OptionSpec] = []

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    .success
  }
}

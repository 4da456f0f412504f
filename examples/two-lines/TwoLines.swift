import ReplayComposer

/// The library in two lines: a session from a file, rendered with a template that ships.
@main
struct TwoLines {
  static func main() throws {
    guard CommandLine.arguments.count == 3 else {
      print("usage: two-lines RUN FILM")
      return
    }
    let session = try Session(file: CommandLine.arguments[1])
    try Replay(session, template: "story", options: ReplayOptions(size: "270x480", duration: 2)).render(
      to: CommandLine.arguments[2])
  }
}

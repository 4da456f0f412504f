import Encoding
import ReplayComposer

/// The recipe of what a command line asks for, and whether a film was made by it.
enum RecipeArguments {
  /// Options that decide where, how fast and how much of the film is written, but not what it shows.
  private static let ignored: Set<String> = [
    "output", "out-dir", "from", "to", "segment", "redo", "jobs", "timings", "progress", "quiet", "update",
    "no-verify", "offline", "max-tiles",
  ]

  /// The hash of all that the film depends on; nil where an input has no content that stays, such as a pipe.
  static func recipe(_ arguments: ParsedOptions) -> String? {
    var recipe = FilmRecipe()
    for path in arguments.operands {
      recipe.add("recording", path.split(separator: "/").last.map { String($0) } ?? "")
      recipe.add("content", contentOf: path)
    }
    recipe.add(template: arguments.value("template") ?? "story")
    for (name, values) in arguments.values.sorted(by: { $0.key < $1.key }) where !ignored.contains(name) {
      for value in values {
        switch name {
        case "template": break
        case "set-file": recipe.add(name, contentOf: value)
        case "map", "terrain": recipe.add(name, stateOf: value)
        default: recipe.add(name, value)
        }
      }
    }
    for flag in arguments.flags.sorted() where !ignored.contains(flag) { recipe.add(flag, "") }
    return recipe.text()
  }

  /// Whether the film that is there holds what would be rendered.
  static func isUpToDate(_ path: String, output: OutputOptions) throws(UsageError) -> Bool {
    guard output.writesMetadata else {
      throw UsageError("--update needs the metadata that --no-metadata leaves out")
    }
    guard output.redo == nil else { throw UsageError("--update and --redo do not go together") }
    guard let recipe = output.recipe, let stamp = MovieProbe.stamp(ofFilmAt: path), stamp.recipe == recipe
    else { return false }
    let extent = try? Replay.extent(output, frameCount: stamp.filmFrames, frameRate: stamp.frameRate)
    return extent?.frames == stamp.frameRange
  }
}

import Basemap
import Geometry
import Recordings
import ReplayComposer
import Routes

/// `compose map inspect region.pmtiles run.gpx`: what a map source holds and whether it covers a recording.
package struct MapCommand: Command {
  package static let name = "map"
  package static let summary =
    "Show what a map archive or height file holds and whether it covers a recording (map inspect)."
  package static let usage = "map inspect SOURCE [RUN…] [--json]"
  package static let options = [
    OptionSpec("json", .flag, "One JSON object"),
    OptionSpec("offline", .flag, "Never use the network"),
    OptionSpec("session", .value("N"), "Which session of a multisport recording"),
    OptionSpec("units", .value("SYSTEM"), "metric (default) or imperial"),
  ]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    do {
      guard arguments.operands.first == "inspect", arguments.operands.count > 1 else {
        throw UsageError("map: write 'compose map inspect SOURCE [RUN…]'")
      }
      let isImperial = try FilmOptions.read(arguments).isImperial
      var runs = arguments
      runs.operands = Array(arguments.operands.dropFirst(2))
      let session = runs.operands.isEmpty ? nil : try RecordingArguments.session(runs)
      let report = try MapReport(
        arguments.operands[1], session: session, offline: arguments.has("offline"))
      terminal.print(arguments.has("json") ? report.json.render() : report.text(isImperial: isImperial))
      return .success
    } catch {
      return terminal.status(of: error)
    }
  }
}

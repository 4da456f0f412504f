import Foundation
import Testing

/// Real recordings beside the checkout: each becomes a film, or is refused in one line.
@Suite struct CoreRecordingsTests {
  static let folder = Program.root.deletingLastPathComponent().appendingPathComponent("shared/recordings")

  /// Names of the GPX files that every tool must take, in order; empty where the recordings are not there.
  static let names: [String] = {
    guard let data = try? Data(contentsOf: folder.appendingPathComponent("expected.json")),
      let table = try? JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
    else {
      print("CoreRecordingsTests: no shared/recordings beside the checkout")
      return []
    }
    return table.keys.sorted().filter { name in
      table[name]?["core"] as? Bool == true
        && FileManager.default.fileExists(atPath: folder.appendingPathComponent("gpx/" + name).path)
    }
  }()

  @Test(arguments: names) func becomesAFilmOrOneLine(name: String) throws {
    try Program.withFolder { target in
      let film = target.appendingPathComponent("film.mp4").path
      let result = try Program.compose([
        Self.folder.appendingPathComponent("gpx/" + name).path, "-o", film, "--size", "270x480", "--duration",
        "2s",
        "--quiet",
      ])
      if result.status == 0 {
        #expect(FileManager.default.fileExists(atPath: film))
        #expect(result.error.isEmpty, "\(result.error)")
      } else {
        #expect(result.status == 1, "\(result.error)")
        #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
        #expect(result.error.contains(name), "\(result.error)")
        #expect(!FileManager.default.fileExists(atPath: film))
      }
    }
  }
}

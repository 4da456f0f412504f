import Foundation
import Testing

/// What every start of the program costs.
struct StartTests {
  /// libav and libcurl bring 160 libraries along, 40 ms of each start: they come with the first call.
  @Test func bigLibrariesAreNoPartOfTheStart() throws {
    let result = try Program.compose(["--version"], environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
    let libraries = result.output.split(separator: "\n")
    try #require(libraries.contains { $0.contains("libcairo") }, "\(result.output)")
    for name in ["libavcodec", "libavformat", "libavfilter", "libavutil", "libswscale", "libcurl"] {
      #expect(!libraries.contains { $0.contains(name + ".") }, "\(name)")
    }
    #expect(libraries.count < 80)
  }

  /// A library that cannot be loaded ends the program with one line, and with no file left behind.
  @Test func unloadableLibraryIsOneLine() throws {
    try Program.withFolder { folder in
      // Whatever their versions are, the loader meets these files before those of the system.
      let libraries = folder.appendingPathComponent("libraries")
      let films = folder.appendingPathComponent("films")
      for made in [libraries, films] {
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
      }
      for version in 50..<80 {
        for name in ["avutil", "avcodec"] {
          try Data().write(to: libraries.appendingPathComponent("lib\(name).so.\(version)"))
        }
      }
      let result = try Program.compose(
        [OutputCaseTests.run, "-o", films.path + "/film.mp4", "--size", "64x96"] + OutputCaseTests.short,
        environment: ["LD_LIBRARY_PATH": libraries.path])
      #expect(result.status == 3)
      #expect(result.error.hasPrefix("compose: error: ") && result.error.contains("lib"), "\(result.error)")
      #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: films.path).isEmpty)
    }
  }
}

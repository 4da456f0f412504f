import Foundation
import Testing

/// The benchmark says what it should; how fast it is depends on the machine.
struct BenchTests {
  @Test func benchMeasuresEveryStage() throws {
    let result = try Program.compose(
      [
        "bench", FilmTests.example("flat-5k"), "--size", "64x96", "--frames", "6", "--rounds", "2",
        "--preset",
        "veryfast", "--json",
      ])
    try #require(result.status == 0, "\(result.error)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["frames"] as? Int == 6)
    for key in ["film", "encoding", "raw", "pictures"] {
      let series = try #require(object[key] as? [String: Any])
      #expect((series["cpu_s"] as? [Double])?.count == 2)
      #expect(try #require(series["frames_per_s"] as? Double) > 0)
    }
    #expect(try #require(object["cpu_ratio"] as? Double) > 0)
    #expect(try #require(object["peak_memory_bytes"] as? Int) > 1_000_000)
    let stages = try #require(object["stages"] as? [[String: Any]]).compactMap { $0["stage"] as? String }
    for stage in ["drawing", "conversion", "encoding", "muxing"] { #expect(stages.contains(stage)) }
  }
}

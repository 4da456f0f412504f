import Foundation
import Testing

@testable import Basemap

struct ConfigurationTests {
  static func read(_ text: String) throws -> MapConfiguration {
    try MapConfiguration(Array(text.utf8), name: "c.yaml")
  }

  /// What the documentation shows is a configuration.
  @Test func documentedConfiguration() throws {
    let page =
      String(#filePath.dropLast("/Tests/BasemapTests/ConfigurationTests.swift".count)) + "/docs/maps.md"
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```yaml\n").dropFirst()
    #expect(blocks.count == 1)
    for block in blocks {
      let configuration = try Self.read(try #require(block.components(separatedBy: "```").first))
      #expect(configuration.sources.count == 3)
      #expect(configuration.sources["lanes"]?.keyVariable == "EXAMPLE_KEY")
    }
  }

  @Test func sourcesAndNetwork() throws {
    let configuration = try Self.read(
      """
      sources:
        osm-local: /maps/italy.pmtiles
        aerial:
          source: https://tiles.example.org/{z}/{x}/{y}.jpg?key={key}
          key-from: AERIAL_KEY
          attribution: <b>&copy; Example</b>
          max-zoom: 18
          content: raster
      network:
        contact: me@example.org
        cache-megabytes: 200
      """)
    #expect(configuration.spec(for: "osm-local").place == "/maps/italy.pmtiles")
    #expect(configuration.spec(for: "other.mbtiles").place == "other.mbtiles")
    let aerial = configuration.spec(for: "aerial")
    #expect(aerial.isRemote && aerial.keyVariable == "AERIAL_KEY" && aerial.maxZoom == 18)
    #expect(aerial.attribution == "© Example" && aerial.content == .raster)
    #expect(
      configuration.network.cacheBytes == 200 << 20 && configuration.network.contact == "me@example.org")
    #expect(try Self.read("").sources.isEmpty)
  }

  @Test(arguments: [
    ("sources: [a]", "c.yaml:1"), ("sourcess: {}", "unknown key"),
    ("sources:\n  a:\n    sauce: x", "c.yaml:3"),
    ("sources:\n  a:\n    max-zoom: 12", "a source needs"), ("a: [", "c.yaml:"),
    ("sources: &a {x: *a}", "aliases"),
    ("sources:\n  a: x\n  a: y", "twice"), ("network: {cache-megabytes: much}", "number"),
    ("sources: {a: {source: x, max-zoom: 99}}", "zooms"), ("- a", "the file must hold"),
    ("network: {accept-osm-tile-policy: maybe}", "true or false"), ("[[[[[[[[[[[[]]]]]]]]]]]]", "nested"),
  ])
  func faultsAreOneClearLine(text: String, part: String) {
    do {
      _ = try Self.read(text)
      Issue.record("\(text) was taken")
    } catch { #expect("\(error)".contains(part), "\(error)") }
  }
}

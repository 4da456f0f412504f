import Geometry

/// Tiles from an archive, a folder or a server. Called from several threads; the same question gets the same answer.
package protocol TileSource: Sendable {
  /// What is known without reading tiles.
  var info: TileSourceInfo { get }
  /// A tile's bytes, unpacked: a vector tile's protocol buffer or a picture file. Nil where the source has none.
  func tile(_ id: TileID) throws(MapError) -> [UInt8]?
  /// Whether there is such a tile, as far as is known without fetching it.
  func contains(_ id: TileID) throws(MapError) -> Bool
  /// Tiles that can be asked for, and their bytes, where they can be counted; nil for what nobody can tell. May take as
  /// long as reading an index of all tiles.
  func extent() throws(MapError) -> (tiles: Int?, bytes: Int?)
  /// Whether a tile can be had without asking a server for it.
  func isAtHand(_ id: TileID) throws(MapError) -> Bool
  /// The tile itself or the nearest ancestor that stands in for it, as far as is known without fetching it; nil for none.
  func standIn(for id: TileID) throws(MapError) -> TileID?
}

extension TileSource {
  package func isAtHand(_ id: TileID) throws(MapError) -> Bool { true }

  package func standIn(for id: TileID) throws(MapError) -> TileID? {
    var candidate = id.ancestor(atZoom: info.maxZoom)
    while try !contains(candidate) {
      guard candidate.zoom > max(info.minZoom, 0) else { return nil }
      candidate = candidate.ancestor(atZoom: candidate.zoom - 1)
    }
    return candidate
  }

  package func extent() throws(MapError) -> (tiles: Int?, bytes: Int?) { (nil, nil) }
}

/// What a source's tiles hold.
package enum TileContent: Sendable, Hashable {
  /// Mapbox vector tiles.
  case vector
  /// Pictures.
  case raster
  /// Heights coded in the colours of pictures.
  case elevation(ElevationCode)
}

/// How heights are coded in red, green and blue.
package enum ElevationCode: String, Sendable, Hashable {
  /// 256 R + G + B / 256 - 32768 metres.
  case terrarium
  /// (65536 R + 256 G + B) / 10 - 10000 metres (Mapbox Terrain-RGB).
  case terrainRGB = "mapbox"
}

/// A range of longitudes and latitudes in degrees.
package struct GeoBounds: Sendable, Hashable {
  package var west: Double
  package var south: Double
  package var east: Double
  package var north: Double
  package init(west: Double, south: Double, east: Double, north: Double) {
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }
}

/// A source's description, as far as its metadata tells. Zooms and bounds are hints: archives often have them wrong.
package struct TileSourceInfo: Sendable {
  /// What the source is called in messages: its file's or host's name.
  package var name: String
  /// `PMTiles`, `MBTiles`, `folder`, `server`.
  package var kind: String
  package var content: TileContent
  package var minZoom: Int
  package var maxZoom: Int
  package var bounds: GeoBounds?
  /// Plain text; empty where the source names nobody.
  package var attribution: String
  /// Names of vector layers that the metadata lists.
  package var layers: [String]
  /// What the publisher calls it.
  package var title: String
  /// Whether tiles come over the network.
  package var isRemote = false
  /// The address as the user wrote it (keys left out) of what comes over the network.
  package var place = ""

  package init(
    name: String, kind: String, content: TileContent, minZoom: Int, maxZoom: Int, bounds: GeoBounds? = nil,
    attribution: String = "", layers: [String] = [], title: String = ""
  ) {
    self.name = name
    self.kind = kind
    self.content = content
    self.minZoom = minZoom
    self.maxZoom = maxZoom
    self.bounds = bounds
    self.attribution = attribution
    self.layers = layers
    self.title = title
  }
}

extension TileSource {
  /// The nearest tile at or above `id` in the pyramid that the source has, with its bytes: a parent stands in for a
  /// missing child.
  package func tileOrAncestor(_ id: TileID) throws(MapError) -> (id: TileID, bytes: [UInt8])? {
    var candidate = id.ancestor(atZoom: info.maxZoom)
    while true {
      if let bytes = try tile(candidate), !bytes.isEmpty { return (candidate, bytes) }
      guard candidate.zoom > max(info.minZoom, 0) else { return nil }
      candidate = candidate.ancestor(atZoom: candidate.zoom - 1)
    }
  }
}

import Glibc

/// A map or terrain source as the user names it.
package struct SourceSpec: Sendable, Equatable {
  /// Path, folder or address.
  package var place: String
  /// Credit that is added to what the source says itself.
  package var attribution = ""
  /// Name of the environment variable whose value stands for `{key}` in an address.
  package var keyVariable: String?
  package var minZoom: Int?
  package var maxZoom: Int?
  /// What a server's tiles hold, where the address does not tell.
  package var content: TileContent?
  /// Rows counted from the south.
  package var isTMS = false
  /// Allows unencrypted addresses beyond this machine and its network.
  package var isInsecure = false

  package init(place: String) { self.place = place }
  /// Whether the place is on a server.
  package var isRemote: Bool { place.hasPrefix("https://") || place.hasPrefix("http://") }
}

/// The user's configuration: sources by name, and how servers are asked.
package struct MapConfiguration: Sendable {
  package var sources: [String: SourceSpec] = [:]
  package var network = NetworkOptions()
  /// Where it was read; nil for none.
  package var path: String?

  package init() {}

  /// `$XDG_CONFIG_HOME/replay-composer/config.yaml`, else the same below `~/.config`; empty where there is no such file.
  package static func load() throws(MapError) -> MapConfiguration {
    guard let folder = baseFolder("XDG_CONFIG_HOME", ".config") else { return MapConfiguration() }
    let path = folder + "/replay-composer/config.yaml"
    guard let bytes = try LocalFile.contents(of: path, limit: ConfigurationReader.maxBytes) else {
      return MapConfiguration()
    }
    var configuration = try MapConfiguration(bytes, name: path)
    configuration.path = path
    return configuration
  }

  /// A folder of the XDG base directory specification; nil without a home.
  static func baseFolder(_ variable: String, _ below: String) -> String? {
    if let value = environment(variable), value.hasPrefix("/") { return value }
    return environment("HOME").flatMap { $0.isEmpty ? nil : $0 + "/" + below }
  }

  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// A configuration from a file's bytes; `name` stands in messages.
  package init(_ bytes: [UInt8], name: String) throws(MapError) {
    guard let root = try ConfigurationReader.read(bytes, name: name) else { return }
    for (key, value) in try MapConfiguration.table(root, name, "the file") {
      switch key {
      case "sources":
        for (source, node) in try MapConfiguration.table(value, name, key) {
          sources[source] = try MapConfiguration.source(node, name)
        }
      case "network": try readNetwork(value, name)
      default: throw MapError("\(name):\(value.line): unknown key '\(key)' (sources, network)")
      }
    }
  }

  private static func source(_ node: ConfigurationNode, _ name: String) throws(MapError) -> SourceSpec {
    if case .text(let place) = node.content { return SourceSpec(place: expanded(place)) }
    var spec = SourceSpec(place: "")
    for (key, value) in try table(node, name, "a source") {
      let text = try text(value, name, key)
      switch key {
      case "source": spec.place = expanded(text)
      case "attribution": spec.attribution = AttributionText.plain(text)
      case "key-from": spec.keyVariable = text
      case "min-zoom": spec.minZoom = try zoom(text, name, value.line)
      case "max-zoom": spec.maxZoom = try zoom(text, name, value.line)
      case "tms": spec.isTMS = try flag(text, name, value.line)
      case "insecure": spec.isInsecure = try flag(text, name, value.line)
      case "content":
        switch text {
        case "vector": spec.content = .vector
        case "raster": spec.content = .raster
        case "terrarium": spec.content = .elevation(.terrarium)
        case "terrain-rgb": spec.content = .elevation(.terrainRGB)
        default: throw MapError("\(name):\(value.line): content is vector, raster, terrarium or terrain-rgb")
        }
      default:
        let known = "source, attribution, key-from, min-zoom, max-zoom, content, tms, insecure"
        throw MapError("\(name):\(value.line): unknown key '\(key)' (\(known))")
      }
    }
    guard !spec.place.isEmpty else {
      throw MapError("\(name):\(node.line): a source needs 'source: path or address'")
    }
    return spec
  }

  private mutating func readNetwork(_ node: ConfigurationNode, _ name: String) throws(MapError) {
    for (key, value) in try MapConfiguration.table(node, name, "network") {
      let text = try MapConfiguration.text(value, name, key)
      switch key {
      case "contact": network.contact = String(text.filter { $0.isASCII && !$0.isNewline }.prefix(100))
      case "cache-megabytes":
        guard let size = Int(text), (0...100_000).contains(size) else {
          throw MapError("\(name):\(value.line): cache-megabytes is a number up to 100000")
        }
        network.cacheBytes = size << 20
      case "accept-osm-tile-policy":
        network.acceptsOSMTilePolicy = try MapConfiguration.flag(text, name, value.line)
      default:
        throw MapError(
          "\(name):\(value.line): unknown key '\(key)' (contact, cache-megabytes, accept-osm-tile-policy)")
      }
    }
  }

  private static func table(
    _ node: ConfigurationNode, _ name: String, _ what: String
  ) throws(MapError) -> [(key: String, value: ConfigurationNode)] {
    guard case .table(let entries) = node.content else {
      throw MapError("\(name):\(node.line): \(what) must hold 'name: value' lines")
    }
    return entries
  }

  private static func text(_ node: ConfigurationNode, _ name: String, _ key: String) throws(MapError)
    -> String
  {
    guard case .text(let text) = node.content else {
      throw MapError("\(name):\(node.line): '\(key)' must be one value")
    }
    return text
  }

  private static func zoom(_ text: String, _ name: String, _ line: Int) throws(MapError) -> Int {
    guard let zoom = Int(text), (0...24).contains(zoom) else {
      throw MapError("\(name):\(line): zooms are 0 to 24")
    }
    return zoom
  }

  private static func flag(_ text: String, _ name: String, _ line: Int) throws(MapError) -> Bool {
    guard text == "true" || text == "false" else { throw MapError("\(name):\(line): true or false") }
    return text == "true"
  }

  /// `~/` stands for the home folder.
  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = environment("HOME") else { return path }
    return home + path.dropFirst()
  }

  /// What a word of the command line means: a name of the configuration, an address or a path.
  package func spec(for word: String) -> SourceSpec { sources[word] ?? SourceSpec(place: word) }
}

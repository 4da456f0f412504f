import CYAML

/// A value of the configuration file with the line it stands on.
struct ConfigurationNode {
  indirect enum Content {
    case text(String)
    case list([ConfigurationNode])
    case table([(key: String, value: ConfigurationNode)])
  }
  var content: Content
  var line: Int
}

/// Reads the small YAML of the configuration file through libyaml's events: no anchors, no tags, bounded depth and size.
struct ConfigurationReader {
  static let maxBytes = 256 << 10
  private static let maxDepth = 8
  private static let maxNodes = 10_000

  private let name: String
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var nodes = 0

  /// The root of a document; nil for an empty one. `name` stands in messages.
  static func read(_ bytes: [UInt8], name: String) throws(MapError) -> ConfigurationNode? {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard bytes.count <= maxBytes, yaml_parser_initialize(parser) == 1 else {
      throw MapError("\(name): is too large for a configuration file")
    }
    defer { yaml_parser_delete(parser) }
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<ConfigurationNode?, MapError> in
      yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      var reader = ConfigurationReader(name: name, parser: parser)
      do throws(MapError) { return .success(try reader.document()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private init(name: String, parser: UnsafeMutablePointer<yaml_parser_t>) {
    self.name = name
    self.parser = parser
  }

  private enum Event {
    case text(String), listStart, listEnd, tableStart, tableEnd, end, other
  }

  private func next() throws(MapError) -> (event: Event, line: Int) {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else {
      let problem = parser.pointee.problem.map { String(cString: $0) } ?? "is not YAML"
      let mark = parser.pointee.problem_mark
      throw MapError("\(name):\(mark.line + 1):\(mark.column + 1): \(problem)")
    }
    defer { yaml_event_delete(&event) }
    let line = Int(clamping: event.start_mark.line) + 1
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length))
      return (.text(String(decoding: bytes, as: UTF8.self)), line)
    case YAML_SEQUENCE_START_EVENT: return (.listStart, line)
    case YAML_SEQUENCE_END_EVENT: return (.listEnd, line)
    case YAML_MAPPING_START_EVENT: return (.tableStart, line)
    case YAML_MAPPING_END_EVENT: return (.tableEnd, line)
    case YAML_STREAM_END_EVENT, YAML_DOCUMENT_END_EVENT: return (.end, line)
    case YAML_ALIAS_EVENT: throw MapError("\(name):\(line): aliases are not used here")
    default: return (.other, line)
    }
  }

  private mutating func document() throws(MapError) -> ConfigurationNode? {
    while true {
      let (event, line) = try next()
      switch event {
      case .other: continue
      case .end: return nil
      default: return try node(event, line, depth: 0)
      }
    }
  }

  private mutating func node(_ event: Event, _ line: Int, depth: Int) throws(MapError) -> ConfigurationNode {
    nodes += 1
    guard depth < ConfigurationReader.maxDepth, nodes < ConfigurationReader.maxNodes else {
      throw MapError("\(name):\(line): is nested too deeply or too long")
    }
    switch event {
    case .text(let text): return ConfigurationNode(content: .text(text), line: line)
    case .listStart:
      var items: [ConfigurationNode] = []
      while true {
        let (event, line) = try next()
        if case .listEnd = event { break }
        items.append(try node(event, line, depth: depth + 1))
      }
      return ConfigurationNode(content: .list(items), line: line)
    case .tableStart:
      var entries: [(key: String, value: ConfigurationNode)] = []
      while true {
        let (event, line) = try next()
        if case .tableEnd = event { break }
        guard case .text(let key) = event else { throw MapError("\(name):\(line): a key must be a word") }
        guard !entries.contains(where: { $0.key == key }) else {
          throw MapError("\(name):\(line): '\(key)' stands here twice")
        }
        let value = try next()
        entries.append((key, try node(value.event, value.line, depth: depth + 1)))
      }
      return ConfigurationNode(content: .table(entries), line: line)
    default: throw MapError("\(name):\(line): is not a configuration")
    }
  }
}

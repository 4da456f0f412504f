import Foundation
import Testing

@testable import Basemap

/// The shared map archives, where they are present.
enum SharedMaps {
  static let folder: String? = {
    let root = #filePath.dropLast("/Tests/BasemapTests/SharedMaps.swift".count)
    let path = String(root) + "/../shared/maps"
    guard FileManager.default.fileExists(atPath: path + "/LOG.md") else {
      print("shared maps are not present: the tables over them were not tested")
      return nil
    }
    return path
  }()
  static var isPresent: Bool { folder != nil }

  static func path(_ name: String) -> String { (folder ?? "") + "/" + name }
  static func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: path(name)).map { Array($0) } ?? []
  }

  /// Result of opening an archive.
  static func open(_ name: String) -> Result<any TileSource, MapError> {
    do throws(MapError) { return .success(try TileArchive.open(path: path(name))) } catch {
      return .failure(error)
    }
  }
}

/// Bytes in memory in place of a file.
struct MemoryBytes: ByteRanges {
  var name = "memory"
  var bytes: [UInt8]
  var size: UInt64 { UInt64(bytes.count) }
  func read(at offset: UInt64, count: Int) throws(MapError) -> [UInt8] {
    guard offset <= size, UInt64(count) <= size - offset else { throw MapError("memory: ends early") }
    return Array(bytes[Int(offset)..<(Int(offset) + count)])
  }
}

import Foundation
import Geometry
import Testing

@testable import Recordings

/// The shared recordings and the values other tools computed, where they are present.
enum SharedRecordings {
  static let folder: String? = {
    let root = #filePath.dropLast("/Tests/RecordingsTests/SharedRecordings.swift".count)
    let path = String(root) + "/../shared/recordings"
    guard FileManager.default.fileExists(atPath: path + "/expected.json") else {
      print("shared recordings are not present: the tables over them were not tested")
      return nil
    }
    return path
  }()

  struct Entry: CustomTestStringConvertible, @unchecked Sendable {
    var name: String
    var path: String
    var folder: String
    var kind: String
    var wanted: String
    var base: String?
    var expected: [String: Any]
    var testDescription: String { name }

    func number(_ key: String) -> Double? { (expected[key] as? NSNumber)?.doubleValue }
    func text(_ key: String) -> String? { expected[key] as? String }
  }

  static let entries: [Entry] = {
    guard let folder,
      let data = FileManager.default.contents(atPath: folder + "/expected.json"),
      let table = try? JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
    else { return [] }
    return table.map { name, value in
      Entry(
        name: name, path: folder + "/" + (value["path"] as? String ?? ""),
        folder: value["folder"] as? String ?? "", kind: value["kind"] as? String ?? "",
        wanted: value["wanted_behaviour"] as? String ?? "", base: value["totals_must_equal"] as? String,
        expected: value["expected"] as? [String: Any] ?? [:])
    }.sorted { $0.name < $1.name }
  }()

  static func entries(in folder: String) -> [Entry] { entries.filter { $0.folder == folder } }

  static func read(_ entry: Entry) -> Result<Session, RecordingError> {
    do throws(RecordingError) { return .success(try RecordingReader.read(path: entry.path)) } catch {
      return .failure(error)
    }
  }
}

extension Session {
  /// Metres inside segments.
  var summedDistance: Double {
    segments.reduce(0) { sum, range in
      zip(range, range.dropFirst()).reduce(sum) { sum, pair in
        let a = points[pair.0]
        let b = points[pair.1]
        return sum
          + GeoCoordinate(latitude: a.latitude, longitude: a.longitude).distance(
            to: GeoCoordinate(latitude: b.latitude, longitude: b.longitude))
      }
    }
  }
  var earliest: Double? { points.compactMap(\.time).min() }
  var latest: Double? { points.compactMap(\.time).max() }
  var elapsed: Double? {
    guard let earliest, let latest else { return nil }
    return latest - earliest
  }
}

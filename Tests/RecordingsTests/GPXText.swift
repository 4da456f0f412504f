@testable import Recordings

/// Small GPX files made for a case: points 1 s and about 3 m apart.
enum GPXText {
  static func time(_ second: Int, suffix: String = "Z") -> String {
    let minutes = second / 60
    let text = { (n: Int) in n < 10 ? "0\(n)" : "\(n)" }
    return "2025-05-04T\(text(6 + minutes / 60)):\(text(minutes % 60)):\(text(second % 60))\(suffix)"
  }

  static func latitude(_ index: Int) -> Double { 48 + Double(index) * 0.000027 }

  static func point(
    _ index: Int, time: String?? = nil, elevation: String? = "100", latitude: String? = nil,
    longitude: String = "9", inside: String = ""
  ) -> String {
    let stamp = time ?? GPXText.time(index)
    return "<trkpt lat=\"\(latitude ?? "\(self.latitude(index))")\" lon=\"\(longitude)\">"
      + (elevation.map { "<ele>\($0)</ele>" } ?? "") + (stamp.map { "<time>\($0)</time>" } ?? "") + inside
      + "</trkpt>\n"
  }

  static func points(_ range: Range<Int> = 0..<20) -> String { range.map { point($0) }.joined() }

  static func segment(_ body: String) -> String { "<trkseg>\n\(body)</trkseg>" }

  static func file(_ body: String, declaration: String = "<?xml version=\"1.0\"?>\n") -> String {
    declaration + "<gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n"
      + body
      + "</gpx>\n"
  }

  static func track(_ body: String, name: String = "Run") -> String {
    file("<trk><name>\(name)</name>\(segment(body))</trk>\n")
  }

  static func read(_ text: String) throws(RecordingError) -> Session {
    try RecordingReader.read(bytes: Array(text.utf8), file: "case.gpx")
  }
}

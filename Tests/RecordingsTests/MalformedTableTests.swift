import Testing

@testable import Recordings

/// Every hostile or broken input against what is wanted of it.
struct MalformedTableTests {
  enum Wanted {
    /// Part of the one line.
    case refused(String)
    /// Points kept and seconds from first to last.
    case read(points: Int, elapsed: Double?, warning: String? = nil)
  }

  static let table: [String: Wanted] = [
    "binary-garbage.gpx": .refused("no recording of a known kind"),
    "ele-extremes.gpx": .read(points: 13, elapsed: nil),
    "fit-12-byte-header.fit": .read(points: 20, elapsed: 95),
    "fit-big-endian.fit": .read(points: 20, elapsed: 95),
    "fit-compressed-timestamps-with-positions.fit": .read(points: 20, elapsed: 95),
    "fit-field-size-255.fit": .refused("no positions"),
    "fit-good-reference.fit": .read(points: 20, elapsed: 95),
    "fit-invalid-positions-only.fit": .refused("no positions"),
    "fit-length-too-short.fit": .read(points: 20, elapsed: 95, warning: "wrong length"),
    "fit-string-not-terminated.fit": .read(points: 20, elapsed: 95),
    "fit-time-goes-back.fit": .read(points: 11, elapsed: 45),
    "fit-timestamp-invalid.fit": .read(points: 20, elapsed: 90),
    "fit-truncated-mid-record.fit": .read(points: 12, elapsed: 55, warning: "ends in the middle"),
    "fit-undefined-local-message.fit": .read(points: 10, elapsed: 45, warning: "undefined type 9"),
    "gpx-named-fit.fit": .read(points: 20, elapsed: 95),
    "gzip-bad-crc.gpx.gz": .refused("damaged"),
    "gzip-bomb-256mb.gpx.gz": .refused("times its size"),
    "gzip-of-nothing.gpx.gz": .refused("is empty"),
    "gzip-truncated.gpx.gz": .refused("ends in the middle"),
    "gzip-twice.gpx.gz.gz": .refused("more than once"),
    "lat-91-lon-181.gpx": .read(points: 15, elapsed: 95, warning: "5 points with an impossible position"),
    "missing-lat-lon-attributes.gpx": .read(points: 15, elapsed: nil, warning: "position missing"),
    "nan-coordinates.gpx": .read(points: 13, elapsed: 110, warning: "position not a number"),
    "nul-bytes.gpx": .refused("no recording of a known kind"),
    "one-point.gpx": .read(points: 1, elapsed: 0),
    "only-whitespace.gpx": .refused("is empty"),
    "tcx-lap-without-track.tcx": .refused("no track points"),
    "tcx-no-activities.tcx": .refused("no track points"),
    "tcx-position-half.tcx": .read(points: 6, elapsed: nil),
    "tcx-wrong-namespace.tcx": .read(points: 2, elapsed: 5),
    "time-all-equal.gpx": .read(points: 20, elapsed: 0),
    "time-non-monotonic.gpx": .read(points: 10, elapsed: 50, warning: "far from all others"),
    "time-unparsable.gpx": .read(points: 14, elapsed: 65, warning: "is no time"),
    "two-points-antipodes-1s.gpx": .read(points: 2, elapsed: 1),
    "two-points-same-time-same-place.gpx": .read(points: 2, elapsed: 0),
    "xml-attributes-100000.gpx": .read(points: 20, elapsed: nil),
    "xml-doctype-harmless.gpx": .read(points: 20, elapsed: 95),
    "xml-entity-bomb.gpx": .refused("declares entities"),
    "xml-entity-quadratic.gpx": .refused("declares entities"),
    "xml-external-entity-file.gpx": .refused("declares entities"),
    "xml-illegal-control-chars.gpx": .refused("not well-formed"),
    "xml-name-1mb.gpx": .read(points: 20, elapsed: nil),
    "xml-name-injection.gpx": .read(points: 20, elapsed: 95),
    "xml-nesting-gpx-in-gpx.gpx": .read(points: 20, elapsed: 95),
    "xml-truncated-between-points.gpx": .read(points: 20, elapsed: 95, warning: "ends in the middle"),
    "xml-truncated-in-tag.gpx": .read(points: 8, elapsed: nil, warning: "ends in the middle"),
    "xml-two-roots.gpx": .refused("junk after document element"),
    "xml-wrong-root-tcx-named.gpx": .refused("no track points"),
    "zero-bytes.fit": .refused("is empty"),
    "zero-bytes.gpx": .refused("is empty"),
    "zero-bytes.tcx": .refused("is empty"),
  ]

  @Test(arguments: SharedRecordings.entries(in: "malformed"))
  func malformed(_ entry: SharedRecordings.Entry) throws {
    let wanted = try #require(Self.table[entry.name], "\(entry.name) is not in the table")
    var outcome = SharedRecordings.read(entry)
    let time = ContinuousClock().measure { outcome = SharedRecordings.read(entry) }
    #expect(time < .seconds(2))
    switch (wanted, outcome) {
    case (.refused(let part), .failure(let error)):
      #expect(error.message.contains(part), "\(error.description)")
      #expect(!error.description.unicodeScalars.contains { $0.value < 32 || (127..<160).contains($0.value) })
      #expect(error.description.count < 400)
    case (.read(let points, let elapsed, let warning), .success(let session)):
      #expect(session.points.count == points, "\(session.report.warnings)")
      if let elapsed { #expect(session.elapsed == elapsed, "\(session.report)") }
      if let warning {
        #expect(session.report.warnings.contains { $0.contains(warning) }, "\(session.report.warnings)")
      }
      #expect((session.name?.count ?? 0) <= 1_000)
      for point in session.points {
        #expect(abs(point.latitude) <= 90 && abs(point.longitude) <= 180)
        #expect(point.elevation.map { $0 > -1_000 && $0 < 12_000 } ?? true)
      }
    case (.refused, .success(let session)): Issue.record("read \(session.points.count) points")
    case (.read, .failure(let error)): Issue.record("refused: \(error.description)")
    }
  }
}

import Foundation
import Testing

@testable import ReplayComposer

/// Clock times of a place: the system's zone data against Foundation's reading of them.
@Suite struct ZoneTests {
  static let zones = [
    "Europe/Zurich", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "America/St_Johns",
    "Pacific/Auckland", "America/Sao_Paulo", "Africa/Casablanca",
  ]

  @Test(arguments: zones)
  func offsetsAreTheSystems(name: String) throws {
    guard let zone = TimeZone(identifier: name), ZoneFile.offset(of: name, at: 0) != nil else {
      print("zone data are not present: \(name) was not tested")
      return
    }
    // Every eleventh day and a bit from 1975 to 2037.
    for seconds in stride(from: 157_766_400.0, to: 2_114_380_800, by: 954_321) {
      let wanted = zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
      #expect(ZoneFile.offset(of: name, at: seconds) == wanted, "\(seconds)")
    }
  }

  /// Files of the slim kind say all years after their last change by a rule.
  @Test(arguments: [
    ("Europe/Zurich", "CET-1CEST,M3.5.0,M10.5.0/3"), ("America/New_York", "EST5EDT,M3.2.0,M11.1.0"),
    ("Australia/Sydney", "AEST-10AEDT,M10.1.0,M4.1.0/3"), ("Asia/Kolkata", "IST-5:30"),
    ("America/St_Johns", "NST3:30NDT,M3.2.0,M11.1.0"),
  ])
  func ruleOfTheFooter(name: String, text: String) throws {
    let rule = try #require(ZoneFooter(text))
    guard let zone = TimeZone(identifier: name) else { return }
    for seconds in stride(from: 1_388_534_400, to: 2_114_380_800, by: 43_201) {
      let wanted = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      #expect(rule.offset(at: seconds) == wanted, "\(seconds)")
    }
  }

  @Test func otherFormsOfRules() throws {
    #expect(try #require(ZoneFooter("<+0330>-3:30")).offset(at: 0) == 12_600)
    // Summer from day 60 (1 March) to day 300, in hours that may be negative.
    let days = try #require(ZoneFooter("AAA0BBB,J60/-1,J300"))
    #expect(days.offset(at: 1_709_247_600 - 1) == 0 && days.offset(at: 1_709_247_600) == 3600)
    for text in ["", "A", "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0", "CET-1x"] {
      #expect(ZoneFooter(text) == nil, "\(text)")
    }
  }

  @Test(arguments: ["", "/etc/passwd", "../../../etc/passwd", "Nowhere/City", "Europe", "Zürich"])
  func unknownZonesAreNone(name: String) {
    #expect(ZoneFile.offset(of: name, at: 0) == nil)
  }
}

import Testing

/// The package's sources, read from disk: the compiler does not check that imports follow the layers.
struct ArchitectureTests {
  /// Which modules of this package each module may import; the order is the data flow.
  static let table: [String: Set<String>] = [
    "Diagnostics": [],
    "Geometry": [],
    "Pixels": [],
    "Formatting": [],
    "Recordings": ["Diagnostics", "Geometry", "CExpat", "CZlib", "CZip"],
    "Drawing": ["Geometry", "Pixels", "CCairo"],
    "Encoding": ["Pixels", "CAV", "CRaster", "CZlib"],
    "Routes": ["Recordings", "Geometry"],
    "Templates": ["Diagnostics", "Geometry", "Formatting", "CYAML", "CPlatform"],
    "Basemap": [
      "Geometry", "Pixels", "Drawing", "Diagnostics", "CRaster", "CSQLite", "CCurl", "CZlib", "CZip",
      "CBrotli",
      "CZstd", "CAV", "CYAML",
    ],
    "Scenes": ["Templates", "Routes", "Geometry", "Formatting", "Diagnostics"],
    "Simulation": ["Scenes", "Routes", "Templates", "Formatting", "Geometry"],
    "Compositing": ["Simulation", "Scenes", "Routes", "Drawing", "Basemap", "Pixels", "Geometry", "CRaster"],
    "ReplayComposer": [
      "Recordings", "Routes", "Templates", "Scenes", "Simulation", "Compositing", "Basemap", "Drawing",
      "Encoding",
      "Pixels", "Geometry", "Formatting", "Diagnostics",
    ],
    "CommandLineTool": [
      "ReplayComposer", "Recordings", "Routes", "Templates", "Scenes", "Simulation", "Basemap", "Encoding",
      "Pixels",
      "Formatting", "Diagnostics", "Geometry", "CGLib", "CLibraries",
    ],
    "compose": ["CommandLineTool"],
  ]
  /// Modules of the toolchain that any module may import.
  static let system: Set<String> = ["Glibc", "Synchronization", "Dispatch"]

  @Test func everyImportFollowsTheTable() throws {
    let files = SourceTree.swiftFiles(below: "Sources")
    try #require(files.count > 20)
    for file in files {
      let module = String(file.path.dropFirst("Sources/".count).prefix { $0 != "/" })
      let allowed = try #require(Self.table[module], "module \(module) is not in the table")
      for name in file.imports {
        #expect(
          allowed.contains(name) || Self.system.contains(name),
          "\(file.path) imports \(name), which \(module) may not")
      }
    }
  }

  @Test func everyModuleHasItsPlaceInTheTable() {
    let folders = Set(
      SourceTree.swiftFiles(below: "Sources").map {
        String($0.path.dropFirst("Sources/".count).prefix { $0 != "/" })
      })
    #expect(folders == Set(Self.table.keys))
  }

  @Test func theTableHasNoCycle() {
    // Removing modules whose imports are all gone must empty the table.
    var open = Self.table.mapValues { $0.filter { Self.table[$0] != nil } }
    while let next = open.first(where: { $0.value.isEmpty })?.key {
      open[next] = nil
      open = open.mapValues { $0.subtracting([next]) }
    }
    #expect(open.isEmpty, "cycle among \(open.keys.sorted())")
  }

  @Test func sourcesKeepTheHouseRules() {
    for file in SourceTree.swiftFiles(below: "Sources") {
      for (number, line) in file.lines.enumerated() {
        let code = String(line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0])
        for word in ["fatalError(", "try!", "as!"] {
          #expect(!code.contains(word), "\(file.path):\(number + 1): \(word)")
        }
      }
      for word in ["Utils", "Helpers", "Manager"] {
        #expect(!file.path.contains(word), "\(file.path): say what it is instead of \(word)")
      }
    }
  }

  @Test func packageManifestAgreesWithTheTable() throws {
    let manifest = try #require(SourceTree.text(of: "Package.swift"))
    for (module, imports) in Self.table where module != "compose" {
      #expect(manifest.contains("\"\(module)\""), "\(module) is not in Package.swift")
      for name in imports {
        #expect(manifest.contains("\"\(name)\"") || name == "CPlatform", "\(name) is not in Package.swift")
      }
    }
  }
}

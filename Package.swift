// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

/// C libraries of the distribution: module name, pkg-config name, Debian package.
/// Without a pkg-config name nothing is linked: `CLibraries` loads these at the first call.
let libraries: [(name: String, pkgConfig: String?, package: String)] = [
  ("CExpat", "expat", "libexpat1-dev"),
  ("CYAML", "yaml-0.1", "libyaml-dev"),
  ("CCairo", "pangocairo pangoft2 fontconfig", "libpango1.0-dev"),
  ("CGLib", "glib-2.0", "libglib2.0-dev"),
  ("CAV", nil, "libavformat-dev"),
  ("CSQLite", "sqlite3", "libsqlite3-dev"),
  ("CCurl", nil, "libcurl4-openssl-dev"),
  ("CZlib", "zlib", "zlib1g-dev"),
  ("CZip", "libzip", "libzip-dev"),
  ("CBrotli", "libbrotlidec", "libbrotli-dev"),
  ("CZstd", "libzstd", "libzstd-dev"),
]

/// Swift modules, lowest level first. `ArchitectureTests` hold the same table against every `import` line.
let modules: [(name: String, imports: [String])] = [
  ("Diagnostics", []),
  ("Geometry", []),
  ("Pixels", []),
  ("Formatting", []),
  ("Recordings", ["Diagnostics", "Geometry", "CExpat", "CZlib", "CZip"]),
  ("Drawing", ["Geometry", "Pixels", "CCairo"]),
  ("Encoding", ["Pixels", "CAV", "CLibraries", "CRaster", "CZlib"]),
  ("Routes", ["Recordings", "Geometry"]),
  ("Templates", ["Diagnostics", "Geometry", "Formatting", "CYAML"]),
  (
    "Basemap",
    [
      "Geometry", "Pixels", "Drawing", "Diagnostics", "CRaster", "CSQLite", "CCurl", "CZlib", "CZip",
      "CBrotli",
      "CZstd", "CAV", "CLibraries", "CYAML",
    ]
  ),
  ("Scenes", ["Templates", "Routes", "Geometry", "Formatting", "Diagnostics"]),
  ("Simulation", ["Scenes", "Routes", "Templates", "Formatting", "Geometry"]),
  (
    "Compositing",
    ["Simulation", "Scenes", "Routes", "Drawing", "Basemap", "Pixels", "Geometry", "CRaster"]
  ),
  (
    "ReplayComposer",
    [
      "Recordings", "Routes", "Templates", "Scenes", "Simulation", "Compositing", "Basemap", "Drawing",
      "Encoding",
      "Pixels", "Geometry", "Formatting", "Diagnostics",
    ]
  ),
  (
    "CommandLineTool",
    [
      "ReplayComposer", "Recordings", "Routes", "Templates", "Scenes", "Simulation", "Basemap", "Encoding",
      "Pixels",
      "Formatting", "Diagnostics", "Geometry", "CGLib", "CLibraries",
    ]
  ),
]

let testOnly: [(name: String, imports: [String])] = [
  ("ArchitectureTests", []),
  ("ToolTests", []),
  (
    "GoldenTests",
    [
      "ReplayComposer", "Recordings", "Routes", "Compositing", "Drawing", "Encoding", "Pixels", "Geometry",
      "Scenes",
      "Simulation", "Templates", "Formatting",
    ]
  ),
]

let systemTargets: [Target] = libraries.map { library in
  .systemLibrary(
    name: library.name, path: "Sources/\(library.name)", pkgConfig: library.pkgConfig,
    providers: [.apt([library.package])])
}

let moduleTargets: [Target] = modules.map { module in
  .target(
    name: module.name, dependencies: module.imports.map { .init(stringLiteral: $0) }, swiftSettings: settings)
}

let programs: [Target] = [
  .target(
    name: "CRaster", path: "Sources/CRaster", cSettings: [.unsafeFlags(["-O3", "-ffp-contract=off"])]),
  // Looks functions of libav and libcurl up while the program runs (Sources/CAV/lazy.h).
  .target(name: "CLibraries", dependencies: ["CAV", "CCurl"], path: "Sources/CLibraries"),
  .executableTarget(
    name: "compose", dependencies: ["CommandLineTool"], swiftSettings: settings),
  .executableTarget(
    name: "two-lines", dependencies: ["ReplayComposer"], path: "examples/two-lines", swiftSettings: settings),
]

let moduleTests: [Target] = modules.map { module in
  .testTarget(
    name: "\(module.name)Tests",
    dependencies: ([module.name] + module.imports).map { .init(stringLiteral: $0) }, swiftSettings: settings)
}

let otherTests: [Target] = testOnly.map { target in
  .testTarget(
    name: target.name, dependencies: target.imports.map { .init(stringLiteral: $0) }, swiftSettings: settings)
}

let package = Package(
  name: "replay-composer",
  products: [
    .library(name: "ReplayComposer", targets: ["ReplayComposer"]),
    .executable(name: "compose", targets: ["compose"]),
  ],
  targets: systemTargets + moduleTargets + programs + moduleTests + otherTests
)

// Fuzzing needs every module built with libFuzzer's coverage and its `main`, so its targets exist only then (`make fuzz`).
if Context.environment["REPLAY_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "FuzzRecordings", dependencies: ["Recordings"], path: "Tests/Fuzz/Recordings",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
  package.targets.append(
    .executableTarget(
      name: "FuzzTemplates", dependencies: ["Templates", "Diagnostics", "Formatting", "Geometry"],
      path: "Tests/Fuzz/Templates", swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
}

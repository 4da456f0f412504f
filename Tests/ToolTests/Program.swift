import Foundation

/// Runs programs the way a user does.
enum Program {
  struct Result {
    var status: Int32
    var output: String
    var error: String
  }

  /// The package's root folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folder of built products: where the running test bundle lies.
  static var products: URL {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let argument = CommandLine.arguments.first { $0.hasSuffix(".xctest") }.map { URL(fileURLWithPath: $0) }
    return (argument ?? executable).deletingLastPathComponent()
  }

  /// A folder that is removed when the body ends.
  static func withFolder<R>(_ body: (URL) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("replay-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// Runs `compose` with these words.
  static func compose(
    _ words: [String], environment: [String: String] = [:], input: Data? = nil, in folder: URL = root
  ) throws -> Result {
    try run(
      products.appendingPathComponent("compose"), words, environment: environment, input: input, in: folder)
  }

  /// The most memory in kilobytes that `compose` held with these words, looked up while it runs.
  static func composeMemory(_ words: [String]) throws -> (status: Int32, peak: Int) {
    let process = Process()
    process.executableURL = products.appendingPathComponent("compose")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    var peak = 0
    while process.isRunning {
      let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      peak = max(peak, line.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
      Thread.sleep(forTimeInterval: 0.02)
    }
    process.waitUntilExit()
    return (process.terminationStatus, peak)
  }

  /// Runs a program found on PATH.
  static func tool(_ name: String, _ words: [String]) throws -> Result {
    try run(URL(fileURLWithPath: "/usr/bin/env"), [name] + words)
  }

  static func run(
    _ program: URL, _ words: [String], environment: [String: String] = [:], input: Data? = nil,
    in folder: URL = root
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    // Files instead of pipes: a full pipe would stop a talkative program.
    let outputFile = FileManager.default.temporaryDirectory.appendingPathComponent("o" + UUID().uuidString)
    let errorFile = FileManager.default.temporaryDirectory.appendingPathComponent("e" + UUID().uuidString)
    for file in [outputFile, errorFile] {
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    }
    defer { for file in [outputFile, errorFile] { try? FileManager.default.removeItem(at: file) } }
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    let pipe = Pipe()
    process.standardInput = input == nil ? FileHandle.nullDevice : pipe
    try process.run()
    if let input {
      pipe.fileHandleForWriting.write(input)
      try? pipe.fileHandleForWriting.close()
    }
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
  }
}

import Diagnostics
import Foundation
import Testing

@testable import Templates

/// Files that templates name: nothing outside their folder is opened, nothing is decoded before its header is checked.
/// The numbers are those of the list of templates that must be refused.
struct TemplateFileTests {
  /// A folder with a template in it, removed afterwards.
  private func withBundle(
    _ template: String, _ prepare: (String) throws -> Void, _ body: (String) throws -> Void
  )
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bundle-" + UUID().uuidString)
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write(Array(template.utf8), to: folder + "/t.scene.yaml")
    try prepare(folder)
    try body(folder)
  }
  private func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
  /// First lines of every message, without the folder.
  private func messages(_ folder: String) -> [String] {
    let text: String
    do throws(TemplateFailure) {
      text = DiagnosticPrinter(limit: 100).string(
        try Template.load(try TemplateBundle(path: folder + "/t.scene.yaml")).warnings)
    } catch {
      text = DiagnosticPrinter(limit: 100).string(error.diagnostics)
    }
    let prefix = folder + "/"
    return text.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map {
      String($0.dropFirst(prefix.count))
    }
  }

  @Test("6 Reading files outside the bundle") func nothingOutsideTheFolderIsOpened() throws {
    let template = """
      scene: 1
      name: t
      theme:
        fonts:
          a: { file: ../../../home/me/.ssh/id_rsa }
          b: { file: fonts/link.ttf }
          c: { file: "https://evil.example/f.ttf" }
          d: { file: /etc/passwd }
      scenes: [ { id: a, duration: 3s } ]
      """
    try withBundle(template) { folder in
      mkdir(folder + "/fonts", 0o755)
      symlink("/etc/passwd", folder + "/fonts/link.ttf")
    } _: { folder in
      #expect(
        messages(folder) == [
          "t.scene.yaml:5:5: warning[W201]: font 'a' is never used",
          "t.scene.yaml:5:16: error[E140]: '../../../home/me/.ssh/id_rsa' points outside the template's folder",
          "t.scene.yaml:6:5: warning[W201]: font 'b' is never used",
          "t.scene.yaml:6:16: error[E140]: 'fonts/link.ttf' goes through a symbolic link",
          "t.scene.yaml:7:5: warning[W201]: font 'c' is never used",
          "t.scene.yaml:7:16: error[E140]: 'https://evil.example/f.ttf' is a URL; templates never use the network",
          "t.scene.yaml:8:5: warning[W201]: font 'd' is never used",
          "t.scene.yaml:8:16: error[E140]: '/etc/passwd' points outside the template's folder",
        ])
    }
  }

  @Test func otherWaysOut() throws {
    let template = """
      scene: 1
      name: t
      theme:
        fonts:
          e: { file: linked/passwd }
          f: { file: fifo.ttf }
          g: { file: "a/./../../b.ttf" }
          h: { file: "~/b.ttf" }
      scenes: [ { id: a, duration: 3s } ]
      """
    try withBundle(template) { folder in
      symlink("/etc", folder + "/linked")
      mkfifo(folder + "/fifo.ttf", 0o644)
    } _: { folder in
      #expect(
        messages(folder).filter { $0.contains("error") } == [
          "t.scene.yaml:5:16: error[E140]: 'linked/passwd' goes through a symbolic link or a file",
          "t.scene.yaml:6:16: error[E140]: 'fifo.ttf' is not a regular file",
          "t.scene.yaml:7:16: error[E140]: 'a/./../../b.ttf' points outside the template's folder",
          "t.scene.yaml:8:16: error[E140]: '~/b.ttf' points outside the template's folder",
        ])
    }
  }

  private func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
    for value in [width, height] {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    return bytes + [8, 6, 0, 0, 0, 0, 0, 0, 0]
  }

  @Test("32 A header of 60000 by 60000; 33 A GIF, an SVG or a FIFO named .png")
  func picturesAreCheckedByTheirHeader() throws {
    let names = ["huge.png", "gif.png", "svg.png", "fifo.png", "good.png", "good.jpg"]
    let template =
      "scene: 1\nname: t\nscenes:\n  - id: a\n    duration: 3s\n    nodes:\n"
      + names.map { "      - { type: image, file: \($0) }\n" }.joined()
    try withBundle(template) { folder in
      try write(png(60_000, 60_000) + [0, 0, 0, 0, 0, 0, 0], to: folder + "/huge.png")
      try write(Array("GIF89a........................................".utf8), to: folder + "/gif.png")
      try write(
        Array(
          "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><svg>&x;</svg>"
            .utf8),
        to: folder + "/svg.png")
      mkfifo(folder + "/fifo.png", 0o644)
      try write(png(640, 480), to: folder + "/good.png")
      try write(
        [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 1, 0, 2, 0, 3, 0, 0, 0, 0],
        to: folder + "/good.jpg")
    } _: { folder in
      #expect(
        messages(folder) == [
          "t.scene.yaml:7:30: error[E142]: 'huge.png': 60000×60000 pixels, the limit is 24 million",
          "t.scene.yaml:8:30: error[E142]: 'gif.png': content is not PNG or JPEG",
          "t.scene.yaml:9:30: error[E142]: 'svg.png': content is not PNG or JPEG",
          "t.scene.yaml:10:30: error[E140]: 'fifo.png' is not a regular file",
        ])
    }
  }

  @Test("34 Damaged fonts") func damagedFonts() throws {
    let damaged: [(name: String, bytes: [UInt8], problem: String)] = [
      ("empty.ttf", [], "content is not a TTF or OTF font"),
      ("text.ttf", Array("this is no font at all".utf8), "content is not a TTF or OTF font"),
      ("bare.ttf", [0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0], "the font is damaged"),
      // A table that begins behind the end of the file.
      (
        "table.ttf",
        [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] + Array("glyf".utf8) + [0, 0, 0, 0, 0x7f, 0, 0, 0, 0, 0, 0, 9],
        "the font is damaged"
      ),
    ]
    let template =
      "scene: 1\nname: t\ntheme:\n  fonts:\n"
      + damaged.enumerated().map { "    f\($0): { file: \($1.name) }\n" }.joined()
      + "scenes: [ { id: a, duration: 3s } ]\n"
    try withBundle(template) { folder in
      for font in damaged { try write(font.bytes, to: folder + "/" + font.name) }
    } _: { folder in
      #expect(
        messages(folder).filter { $0.contains("error") }
          == damaged.enumerated().map {
            "t.scene.yaml:\(5 + $0):17: error[E145]: '\($1.name)': \($1.problem)"
          })
    }
  }

  @Test("35 A link swapped in between check and open") func swappedLink() throws {
    try withBundle("") { folder in
      try write(Array("secret".utf8), to: folder + "/secret")
      mkdir(folder + "/bundle", 0o755)
    } _: { folder in
      let bundle = BundleFolder(path: folder + "/bundle")
      let isDone = Flag()
      let thread = Thread {
        while !isDone.value {
          symlink("../secret", folder + "/bundle/new")
          rename(folder + "/bundle/new", folder + "/bundle/a")
          if let file = fopen(folder + "/bundle/new", "w") {
            fputs("open", file)
            fclose(file)
          }
          rename(folder + "/bundle/new", folder + "/bundle/a")
        }
        isDone.hasStopped = true
      }
      thread.start()
      var seen: Set<String> = []
      let wanted: Set = ["'a' goes through a symbolic link", "open"]
      // On a busy machine the other thread may start late: until both were seen, within a bound.
      let end = Date(timeIntervalSinceNow: 60)
      var reads = 0
      while reads < 20_000 || (!wanted.isSubset(of: seen) && Date() < end) {
        reads += 1
        do throws(BundleFolder.Refusal) {
          seen.insert(String(decoding: try bundle.read("a", limit: 100), as: UTF8.self))
        } catch {
          seen.insert(error.message)
        }
      }
      isDone.value = true
      while !isDone.hasStopped { usleep(1000) }
      #expect(!seen.contains("secret"))
      #expect(wanted.isSubset(of: seen), "\(seen)")
    }
  }
}

/// What two threads tell each other.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var isSet = false
  private var stopped = false
  var value: Bool {
    get { lock.withLock { isSet } }
    set { lock.withLock { isSet = newValue } }
  }
  var hasStopped: Bool {
    get { lock.withLock { stopped } }
    set { lock.withLock { stopped = newValue } }
  }
}

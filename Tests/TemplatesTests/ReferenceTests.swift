import Glibc
import Testing

@testable import Templates

/// Pages made from the schema table. `UPDATE_DOCS=1` writes them anew.
struct ReferenceTests {
  @Test(arguments: ["template-reference.md", "scene-1.schema.json"]) func pageIsUpToDate(_ name: String)
    throws
  {
    let text = name.hasSuffix(".md") ? TemplateReference.markdown() : TemplateJSONSchema.text()
    let path = Samples.root + "/docs/" + name
    if getenv("UPDATE_DOCS") != nil, let file = fopen(path, "w") {
      fputs(text, file)
      fclose(file)
    }
    let bytes = try BundleFolder.readUserFile(path, limit: 1 << 20)
    #expect(String(decoding: bytes, as: UTF8.self) == text, "docs/\(name) is stale: make docs")
  }

  @Test func everyReportedCodeHasAPage() throws {
    let folder = Samples.root + "/Sources/Templates"
    var found: Set<String> = []
    func search(_ path: String) throws {
      for name in BundleFolder.names(in: path) where name != "Reference" {
        let inner = path + "/" + name
        guard name.hasSuffix(".swift") else {
          try search(inner)
          continue
        }
        let text = Array(
          String(decoding: try BundleFolder.readUserFile(inner, limit: 1 << 20), as: UTF8.self))
        for index in text.indices.dropFirst().dropLast(5)
        where text[index - 1] == "\"" && "EW".contains(text[index]) && text[index + 4] == "\"" {
          let code = String(text[index..<index + 4])
          if code.dropFirst().allSatisfy(\.isNumber) { found.insert(code) }
        }
      }
    }
    try search(folder)
    #expect(found.count > 40)
    for code in found.sorted() { #expect(DiagnosticCatalogue[code] != nil, "\(code)") }
    let codes = DiagnosticCatalogue.entries.map(\.code)
    #expect(codes == codes.sorted() && Set(codes).count == codes.count)
  }

  @Test func schemaNamesOnlyWhatItDefines() {
    let text = TemplateJSONSchema.text()
    for part in text.split(separator: "#/definitions/").dropFirst() {
      let name = part.prefix { $0 != "\"" }
      #expect(text.contains("\n  \"\(name)\": {"), "\(name)")
    }
    #expect(text.utf8.count < 200_000)
  }
}

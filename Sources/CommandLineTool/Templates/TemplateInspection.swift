import Templates

/// `compose inspect T`: what a template reads and brings along, before anybody renders it.
struct TemplateInspection {
  let template: Template

  var text: String {
    var rows: [(String, String)] = [("name", template.name)]
    if !template.about.isEmpty { rows.append(("about", template.about)) }
    rows.append(("version", template.version.isEmpty ? "0.0.0" : template.version))
    if !template.author.isEmpty { rows.append(("author", template.author)) }
    rows.append(("licence", template.license.isEmpty ? "none given" : template.license))
    rows.append(
      ("reads", template.reads.isEmpty ? "nothing personal" : template.reads.sorted().joined(separator: ", "))
    )
    if !template.themes.isEmpty { rows.append(("themes", template.themes.joined(separator: ", "))) }
    rows.append(("scenes", template.sceneNames.joined(separator: ", ")))
    for file in template.files { rows.append(("file", "\(file.name) (\(file.bytes?.count ?? 0) bytes)")) }
    for font in template.builtinFonts { rows.append(("font", font)) }
    for parameter in template.parameters { rows.append(("param", "\(parameter.name) (\(parameter.type))")) }
    return rows.map { name, value in
      name + String(repeating: " ", count: max(1, 10 - name.count)) + Terminal.printable(value)
    }.joined(separator: "\n")
  }

  var json: JSONText {
    .object([
      ("name", .text(template.name)), ("about", .text(template.about)), ("version", .text(template.version)),
      ("author", .text(template.author)), ("license", .text(template.license)),
      ("reads", .list(template.reads.sorted().map { .text($0) })),
      ("themes", .list(template.themes.map { .text($0) })),
      ("scenes", .list(template.sceneNames.map { .text($0) })),
      (
        "files",
        .list(
          template.files.map { .object([("name", .text($0.name)), ("bytes", .int($0.bytes?.count ?? 0))]) })
      ), ("fonts", .list(template.builtinFonts.map { .text($0) })),
      ("params", ParamsCommand.json(template.parameters)),
    ])
  }
}

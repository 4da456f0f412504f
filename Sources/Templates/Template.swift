import Diagnostics
import Formatting

/// A checked template: everything that can be known of it without a run is known to be right.
package struct Template: Sendable {
  package let name: String
  /// One sentence.
  package let about: String
  package let version: String
  package let author: String
  package let license: String
  package let parameters: [TemplateParameter]
  /// Personal data the template may show.
  package let reads: Set<String>
  /// Names of its themes, the default first; empty where it has one nameless theme.
  package let themes: [String]
  package let warnings: [Diagnostic]
  let document: TemplateDocument

  /// Reads and checks a template.
  /// - Throws: Every message about it; warnings too.
  package static func load(_ bundle: TemplateBundle) throws(TemplateFailure) -> Template {
    try load(try bundle.templateSource())
  }

  /// Reads and checks a template's text.
  package static func load(_ source: TemplateSource) throws(TemplateFailure) -> Template {
    let yaml = try TemplateInheritance.document(of: source)
    let decoder = TemplateDecoder()
    guard let document = decoder.document(yaml),
      !decoder.diagnostics.contains(where: { $0.severity == .error })
    else {
      throw TemplateFailure(diagnostics: decoder.diagnostics)
    }
    return Template(document, warnings: DiagnosticPrinter.sorted(decoder.diagnostics), yaml: yaml)
  }

  private init(_ document: TemplateDocument, warnings: [Diagnostic], yaml: YAMLNode) {
    func text(_ key: String) -> String { yaml[key]?.scalar ?? "" }
    self.document = document
    name = text("name")
    about = text("about")
    version = text("version")
    author = text("author")
    license = text("license")
    parameters = document.parameters.map(TemplateParameter.init)
    reads = Set((yaml["reads"]?.items ?? []).compactMap(\.scalar))
    themes = document.themes.map(\.name)
    self.warnings = warnings
  }

  /// Puts in what the user asked for and what is known of the run.
  /// - Parameter source: Values of `run.*`.
  package func resolve(_ request: TemplateRequest, source: any BindingSource) throws(TemplateFailure)
    -> ResolvedTemplate
  {
    let resolver = TemplateResolver(self, request: request, source: source)
    return try resolver.resolve()
  }
}

/// What the user wants of a template.
package struct TemplateRequest: Sendable {
  /// Pixels; nil takes the template's.
  package var size: (width: Int, height: Int)?
  package var framesPerSecond: Int?
  package var theme: String?
  /// `--set name=value`, the last one of a name counts. Values are data, never evaluated.
  package var sets: [(name: String, value: String)] = []
  package var format = FormatContext()
  package init() {}
}

/// A typed input, as shown to the user.
package struct TemplateParameter: Sendable {
  package let name: String
  /// One of `SceneSchema.parameterTypes`.
  package let type: String
  /// As written; nil: it must be passed.
  package let defaultText: String?
  package let minimum: String?
  package let maximum: String?
  package let choices: [String]
  package let help: String

  init(_ definition: ParameterDefinition) {
    name = definition.name
    type = definition.type
    defaultText = definition.text.standard
    minimum = definition.text.minimum
    maximum = definition.text.maximum
    choices = definition.choices
    help = definition.help
  }
}

import Diagnostics

/// What is wrong with a template, or with what was asked of it: every message, in the order of the file.
package struct TemplateFailure: Error {
  package var diagnostics: [Diagnostic]
  package init(diagnostics: [Diagnostic]) { self.diagnostics = DiagnosticPrinter.sorted(diagnostics) }
}

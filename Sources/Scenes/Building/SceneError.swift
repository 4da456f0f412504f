import Diagnostics

/// A template that cannot become a film with this run; every reason at once.
package struct SceneError: Error, Sendable {
  package var diagnostics: [Diagnostic]
  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}

/// A fault reported by Cairo or Pango.
package struct CairoError: Error, Sendable, Equatable {
  package var message: String
  package init(message: String) { self.message = message }
}

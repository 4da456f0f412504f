/// Why a map source cannot be used: one line for the user.
package struct MapError: Error, Sendable, Equatable {
  package var message: String
  package init(_ message: String) { self.message = message }
}

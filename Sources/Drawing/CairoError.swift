import CCairo

/// A fault reported by Cairo or Pango.
package struct CairoError: Error, Sendable, Equatable {
  package var message: String
  /// A template's font file is at fault.
  package var isBadFont: Bool
  package init(message: String, isBadFont: Bool = false) {
    self.message = message
    self.isBadFont = isBadFont
  }

  /// Throws unless the status is success. Cairo's faults are sticky, so one check after drawing is enough.
  static func check(_ status: cairo_status_t, _ doing: @autoclosure () -> String) throws(CairoError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    let reason = cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    throw CairoError(message: "\(doing()): \(reason)")
  }
}

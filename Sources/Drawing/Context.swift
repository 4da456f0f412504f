import CCairo
import Geometry
import Pixels

/// A drawing context over a picture; one thread at a time. Drawing calls do not throw: Cairo keeps its first fault,
/// which `check` reports.
package final class Context {
  let pointer: OpaquePointer
  package let surface: Surface

  package init(_ surface: Surface) throws(CairoError) {
    self.surface = surface
    guard let made = cairo_create(surface.pointer) else { throw CairoError(message: "no drawing context") }
    let status = cairo_status(made)
    if status != CAIRO_STATUS_SUCCESS { cairo_destroy(made) }
    try CairoError.check(status, "cannot make a drawing context")
    pointer = made
    // Gray anti-aliasing with the finest sampling of the rasteriser; hairlines then fade instead of crawling.
    cairo_set_antialias(made, CAIRO_ANTIALIAS_GOOD)
    cairo_set_tolerance(made, 0.1)
  }

  /// A context over a picture.
  package convenience init(_ buffer: PixelBuffer) throws(CairoError) { try self.init(Surface(buffer)) }

  deinit { cairo_destroy(pointer) }

  /// Throws the first fault since the context was made.
  package func check(_ doing: @autoclosure () -> String = "cannot draw") throws(CairoError) {
    try CairoError.check(cairo_status(pointer), doing())
  }

  // MARK: State

  package func save() { cairo_save(pointer) }
  package func restore() { cairo_restore(pointer) }

  /// Runs `body` and undoes its changes of transform, clip, source and mode.
  package func saved<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    cairo_save(pointer)
    defer { cairo_restore(pointer) }
    return try body()
  }

  /// Maps what is drawn next by `transform`, then by the transforms in force.
  package func concatenate(_ transform: Affine) {
    var matrix = cairo_matrix_t(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
    cairo_transform(pointer, &matrix)
  }
  package func translate(_ offset: Vec2) { cairo_translate(pointer, offset.x, offset.y) }
  package func scale(_ x: Double, _ y: Double) { cairo_scale(pointer, x, y) }
  package func rotate(radians: Double) { cairo_rotate(pointer, radians) }

  /// The transform from drawing coordinates to pixels.
  package var transform: Affine {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(pointer, &matrix)
    return Affine(a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, tx: matrix.x0, ty: matrix.y0)
  }

  package func setBlendMode(_ mode: BlendMode) {
    let op: cairo_operator_t =
      switch mode {
      case .over: CAIRO_OPERATOR_OVER
      case .add: CAIRO_OPERATOR_ADD
      case .multiply: CAIRO_OPERATOR_MULTIPLY
      case .screen: CAIRO_OPERATOR_SCREEN
      case .source: CAIRO_OPERATOR_SOURCE
      case .destinationIn: CAIRO_OPERATOR_DEST_IN
      case .destinationOut: CAIRO_OPERATOR_DEST_OUT
      }
    cairo_set_operator(pointer, op)
  }

  // MARK: Groups

  /// Draws `body` into a layer of its own, then lays the layer down with an opacity. Parts that overlap inside the
  /// group do not show through each other.
  package func group<E: Error>(opacity: Double, mode: BlendMode = .over, _ body: () throws(E) -> Void)
    throws(E)
  {
    cairo_save(pointer)
    cairo_push_group(pointer)
    defer {
      cairo_pop_group_to_source(pointer)
      setBlendMode(mode)
      cairo_paint_with_alpha(pointer, min(max(opacity, 0), 1))
      cairo_restore(pointer)
    }
    try body()
  }

  // MARK: Sources

  package func setColor(_ color: Color) {
    cairo_set_source_rgba(pointer, color.red, color.green, color.blue, color.alpha)
  }
  package func setGradient(_ gradient: Gradient) { cairo_set_source(pointer, gradient.pointer) }
}

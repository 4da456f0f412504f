import Drawing
import Geometry
import Pixels
import Scenes
import Simulation

/// Draws the inside of a world node. One object a worker; it may keep what it made for the next frame, as long as a
/// frame's pixels do not depend on which frames it drew before.
package protocol WorldRendering {
  /// Draws the view of the run into `box`, over what is there.
  ///
  /// - Parameters:
  ///   - box: Pixels of the buffer; may be larger than it.
  ///   - unit: Pixels per design unit.
  ///   - buffer: Where pixels go that are not drawn by Cairo: flush the context's surface before and mark it dirty after.
  ///   - context: A context over `buffer`, clipped to the box, with the identity transform.
  func draw(
    _ state: WorldState, spec: WorldSpec, box: Rect, unit: Double, into buffer: PixelBuffer, context: Context
  ) throws(CairoError)
}

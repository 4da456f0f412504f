import Geometry
import Templates

/// What of a world's line and marks changes with the frame; lengths in design units as in `WorldSpec`.
package struct WorldChanges: Sendable {
  /// A mark in the order of `WorldSpec.markers`.
  package struct Marker: Sendable {
    package var radius: Animated<Double>
    package var color: Animated<Color>
    package var label: LiveText?
    package init(radius: Animated<Double>, color: Animated<Color>, label: LiveText?) {
      self.radius = radius
      self.color = color
      self.label = label
    }

    var isStill: Bool { radius.constantValue != nil && color.constantValue != nil && label == nil }
  }
  package var width: Animated<Double>
  package var color: Animated<Color>
  package var glow: Animated<Double>
  package var markers: [Marker]

  package init(width: Animated<Double>, color: Animated<Color>, glow: Animated<Double>, markers: [Marker]) {
    self.width = width
    self.color = color
    self.glow = glow
    self.markers = markers
  }

  /// Whether nothing changes at all.
  var isStill: Bool {
    width.constantValue != nil && color.constantValue != nil && glow.constantValue != nil
      && markers.allSatisfy { $0.isStill }
  }
}

import Basemap
import Geometry
import Simulation

/// What pictures of the ground are made of: tells which map tiles a film needs before it is drawn.
package struct GroundNeeds: Sendable {
  package private(set) var blocks: Set<GroundBlock> = []
  package private(set) var cells: Set<BuildingCell> = []

  package init() {}

  /// Adds what a camera sees of a world node in a picture of some size. `unit`: pixels per design unit.
  package mutating func add(
    _ camera: PerspectiveCamera, _ assets: WorldAssets, width: Int, height: Int, unit: Double
  ) {
    blocks.formUnion(assets.ground.blocks(camera: camera, width: width, height: height))
    guard assets.buildings != nil else { return }
    let box = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    cells.formUnion(
      BuildingRenderer.cells(PerspectiveProjection(camera: camera, viewport: box), unit: unit))
  }

  package mutating func formUnion(_ other: GroundNeeds) {
    blocks.formUnion(other.blocks)
    cells.formUnion(other.cells)
  }
}

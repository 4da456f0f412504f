import Formatting
import Geometry
import Routes
import Scenes
import Templates

/// A film as a function of time: clocks and cameras are simulated once, then any frame is a look-up.
///
/// The live view, a still and the film call the same `state(at:)`.
package struct FilmSimulation: Sendable {
  package let film: Film
  package let route: ReplayRoute
  private var scenes: [SimulatedScene]
  private let facts: any BindingSource & Sendable
  private let format: FormatContext

  private struct SimulatedScene: Sendable {
    var clock: SceneClock
    var cameras: [Int: CameraTrack]
    var events: EventTimes
    /// Names on the map by world node.
    var labels: [Int: LabelPlan] = [:]
  }

  /// Simulates every scene of a film.
  ///
  /// `heights` are those of the ground as it is drawn for a world node: exaggeration included. `labels` are the names
  /// that a world node may show.
  package init(
    film: Film, route: ReplayRoute, facts: any BindingSource & Sendable, format: FormatContext,
    labels: (SceneNode) -> [MapLabel] = { _ in [] }, heights: (SceneNode) -> any HeightField
  ) {
    self.film = film
    self.route = route
    self.facts = facts
    self.format = format
    scenes = film.scenes.map { scene in
      let worlds = FilmSimulation.worlds(in: scene.nodes)
      let classic = worlds.first { $0.spec.camera.style == .classic }?.spec.camera.classic
      let clock = SceneClock(spec: scene.clock, route: route, duration: scene.duration, classic: classic)
      var cameras: [Int: CameraTrack] = [:]
      for world in worlds {
        cameras[world.node.index] = CameraTrack(
          spec: world.spec.camera, clock: clock, route: route,
          viewportAspect: world.node.box.width / max(world.node.box.height, 1), heights: heights(world.node))
      }
      return SimulatedScene(clock: clock, cameras: cameras, events: EventTimes(clock: clock))
    }
    // Names come last: they keep out of the way of all else.
    for index in film.scenes.indices {
      for world in FilmSimulation.worlds(in: film.scenes[index].nodes) {
        let names = labels(world.node)
        guard !names.isEmpty, let camera = scenes[index].cameras[world.node.index] else { continue }
        scenes[index].labels[world.node.index] = LabelPlan(
          labels: names, box: world.node.box, unit: film.unit, clock: scenes[index].clock, camera: camera,
          heights: heights(world.node)
        ) {
          OverlayBoxes.covers(of: layer(index, time: $0).items, over: world.node, plates: film.creditPlates)
            .map(\.box)
        }
      }
    }
  }

  /// When which names are shown on a world node's map, in scene seconds.
  package func labelPlan(scene: Int, node: Int) -> LabelPlan? { scenes[scene].labels[node] }

  /// All world nodes below some nodes.
  package static func worlds(in nodes: [SceneNode]) -> [(node: SceneNode, spec: WorldSpec)] {
    nodes.flatMap { node in
      var result: [(node: SceneNode, spec: WorldSpec)] = []
      if case .world(let world) = node.content { result.append((node, world.spec)) }
      return result + worlds(in: node.children)
    }
  }

  /// What is shown at a time in seconds of film.
  package func state(at time: Double) -> FrameState {
    var layers: [SceneLayer] = []
    for (index, scene) in film.scenes.enumerated() {
      let isLast = index == film.scenes.count - 1
      let end = scene.start + scene.duration
      guard time >= scene.start - 1e-9, time < end - 1e-9 || isLast else { continue }
      layers.append(layer(index, time: time - scene.start))
    }
    // A scene that has come in wholly hides what lies under it.
    if layers.count > 2 { layers.removeFirst(layers.count - 2) }
    return FrameState(time: time, background: film.background, layers: layers)
  }

  /// The run, and the camera of the first world, at a time in seconds of film: the newest scene's.
  package func moment(at time: Double) -> (
    run: RunState, world: (node: SceneNode, camera: PerspectiveCamera)?
  )? {
    guard let index = film.scenes.lastIndex(where: { $0.start <= time + 1e-9 }) else { return nil }
    let scene = scenes[index]
    let local = time - film.scenes[index].start
    let node = FilmSimulation.worlds(in: film.scenes[index].nodes).first?.node
    let world = node.flatMap { node in
      scene.cameras[node.index].map { (node: node, camera: $0.camera(at: local)) }
    }
    return (scene.clock.state(at: local), world)
  }

  /// How calm the first world's camera is in each scene that has one.
  package func cameraQuality(
    heights: (SceneNode) -> any HeightField
  ) -> [(scene: Int, style: CameraSpec.Style, quality: CameraQuality)] {
    scenes.indices.compactMap { index in
      guard let world = FilmSimulation.worlds(in: film.scenes[index].nodes).first,
        let camera = scenes[index].cameras[world.node.index]
      else { return nil }
      let quality = CameraQuality(
        camera: camera, spec: world.spec.camera, clock: scenes[index].clock,
        aspect: world.node.box.width / max(world.node.box.height, 1), heights: heights(world.node))
      return (index, world.spec.camera.style, quality)
    }
  }

  private func layer(_ index: Int, time: Double) -> SceneLayer {
    let scene = film.scenes[index]
    let simulated = scenes[index]
    let run = simulated.clock.state(at: time)
    let bindings = LiveBindings(
      run: run, sceneTime: time, sceneProgress: scene.duration > 0 ? min(1, time / scene.duration) : 1,
      facts: facts)
    let context = FrameContext(
      time: time, duration: scene.duration, run: run, bindings: bindings, format: format,
      events: simulated.events)
    let evaluator = NodeEvaluator(
      context: context, unit: film.unit, cameras: simulated.cameras, clock: simulated.clock,
      labels: simulated.labels)
    var items = evaluator.items(scene.nodes)
    OverlayBoxes.mark(&items, plates: film.creditPlates)
    var layer = SceneLayer(scene: index, background: context.value(scene.background), items: items)
    if index > 0 { transition(scene.transition, time: time, layer: &layer) }
    return layer
  }

  private func transition(_ transition: SceneTransition, time: Double, layer: inout SceneLayer) {
    guard transition.kind != .cut, transition.duration > 0, time < transition.duration else { return }
    let share = transition.easing(time / transition.duration)
    let (width, height) = (Double(film.width), Double(film.height))
    switch transition.kind {
    case .cut: break
    case .crossfade: layer.opacity = share
    case .fadeThrough:
      // The colour covers the old scene, then uncovers the new one.
      layer.opacity = share < 0.5 ? 0 : 1
      layer.veil = transition.color.opacity(share < 0.5 ? 2 * share : 2 - 2 * share)
    case .wipeLeft: layer.window = Rect(x: width * (1 - share), y: 0, width: width * share, height: height)
    case .wipeRight: layer.window = Rect(x: 0, y: 0, width: width * share, height: height)
    case .wipeUp: layer.window = Rect(x: 0, y: height * (1 - share), width: width, height: height * share)
    case .wipeDown: layer.window = Rect(x: 0, y: 0, width: width, height: height * share)
    case .zoom:
      layer.opacity = share
      layer.scale = 1.12 - 0.12 * share
    }
  }
}

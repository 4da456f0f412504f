import Compositing
import Drawing
import Encoding
import Formatting
import Geometry
import Pixels
import Recordings
import Routes
import Scenes
import Simulation
import Templates

/// Films without text or template: one world over a whole canvas.
struct SampleFilm {
  let film: Film
  let route: ReplayRoute
  let simulation: FilmSimulation
  let worlds: [Int: WorldAssets]

  init(
    recording: String, width: Int, height: Int, isDark: Bool = true, camera: CameraSpec, seconds: Double = 26
  )
    throws
  {
    let route = try ReplayRoute(session: RecordingReader.read(path: recording))
    var world = WorldSpec()
    world.camera = camera
    if !isDark {
      world.ground.colors = .paper
      world.skyTop = Color(hex: 0xf4efe6)
      world.skyHorizon = Color(hex: 0xdfe7ee)
      world.route.color = Color(hex: 0xe0401c)
      world.route.casing = RouteStyle.Line(color: Color(hex: 0xefeae0, alpha: 0.55), width: 18)
      world.route.ahead = RouteStyle.Line(color: Color(hex: 0x14171c, alpha: 0.2), width: 4)
    }
    world.markers = [
      MarkerSpec(place: .start), MarkerSpec(place: .finish), MarkerSpec(place: .split),
      MarkerSpec(place: .now),
    ]
    var film = Film(width: width, height: height, framesPerSecond: 30, background: Color(hex: 0))
    let node = SceneNode(index: 0, id: "world", box: film.bounds, content: .world(WorldContent(spec: world)))
    var scene = FilmScene(id: "run", start: 0, duration: seconds)
    scene.clock.mode = .fit
    scene.clock.leadIn = 3.2
    scene.clock.leadOut = 4.5
    scene.clock.easing = .named(.sine, .inOut)
    scene.nodes = [node]
    film.scenes = [scene]
    let ground = GroundRenderer(
      spec: world, route: route, heights: ReliefField(route: route), unit: film.unit)
    let geometry = RouteGeometry(path: route.path, heights: ground.surface)
    worlds = [0: WorldAssets(geometry: geometry, ground: ground)]
    simulation = FilmSimulation(
      film: film, route: route,
      facts: RunFacts(route: route, title: nil, place: nil, athlete: nil, startTime: nil),
      format: FormatContext()
    ) { _ in ground.surface }
    self.film = film
    self.route = route
  }

  func frame(at time: Double) throws -> PixelBuffer {
    let compositor = try Compositor(film: film, worlds: worlds) { _ in nil }
    let picture = PixelBuffer(width: film.width, height: film.height)
    try compositor.draw(simulation.state(at: time), into: picture)
    return picture
  }
}

import Basemap
import Compositing
import Diagnostics
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

/// A recording joined with a template: a film that can be drawn frame by frame or written to a file.
///
/// ```swift
/// let session = try Session(file: "run.gpx")
/// try Replay(session, template: "story").render(to: "film.mp4")
/// ```
public struct Replay: Sendable {
  /// Pixels in a row.
  public var width: Int { film.width }
  /// Rows.
  public var height: Int { film.height }
  /// Frames of the film.
  public let frameCount: Int
  /// Frames a second.
  public var framesPerSecond: Double { frameRate.value }
  /// Seconds of the film.
  public var duration: Double { Double(frameCount) / framesPerSecond }
  /// Title of the run as the film shows it.
  public let title: String?
  /// What the template says that is not quite right, one line each.
  public let warnings: [String]
  /// Map tiles that could not be used while frames were drawn, one line for each source.
  public var tileWarnings: [String] { tileFaults.warnings.map { "compose: warning: " + $0 } }
  /// Credits of map data that the film shows; they are drawn and stand in the file's comment.
  public let attribution: [String]

  let session: Session
  let film: Film
  let frameRate: FrameRate
  let route: ReplayRoute
  let simulation: FilmSimulation
  let worlds: [Int: WorldAssets]
  /// Sources of the worlds whose ground comes from servers, by world node.
  let remote: [Int: MapStack]
  let tileFaults: TileFaults
  let options: ReplayOptions
  /// The moment that stands for the film.
  let poster: TimeSelector
  let preparation: [(stage: String, time: StageTime)]

  /// Prepares a film: everything that does not depend on a frame's time is decided here.
  ///
  /// - Parameter template: A name that ships (`story`), a `.scene.yaml` file or its folder.
  public init(
    _ session: Session, template: String = "story", options: ReplayOptions = ReplayOptions()
  ) throws(ReplayError) {
    let preparation = try ReplayPreparation(session: session, template: template, options: options)
    self.session = session
    film = preparation.film
    frameRate = preparation.frameRate
    frameCount = max(1, Int((preparation.film.duration * preparation.frameRate.value).rounded()))
    title = preparation.title
    warnings = preparation.warnings
    attribution = preparation.attribution
    route = preparation.route
    simulation = preparation.simulation
    worlds = preparation.worlds
    remote = preparation.remote
    tileFaults = preparation.tileFaults
    self.options = options
    poster = preparation.poster
    self.preparation = preparation.times
  }

  /// Seconds of film that a frame shows.
  public func time(ofFrame number: Int) -> Double { frameRate.seconds(ofFrame: number) }

  /// Draws one frame, numbered from 0: the same pixels that the film has there.
  public func frame(_ number: Int) throws(ReplayError) -> PixelBuffer {
    try fetchTiles(for: number..<number + 1)
    let picture = PixelBuffer(width: width, height: height)
    try makePainter()(number, picture)
    return picture
  }

  /// Draws frames one after the other on the thread that calls it.
  func makePainter(times: FrameTimes? = nil) throws(ReplayError) -> FrameScheduler.Painter {
    let compositor: Compositor
    do throws(CairoError) {
      compositor = try Compositor(film: film, worlds: worlds) { asset in
        try? PictureDecoder.decode(asset.bytes, name: asset.name)
      }
    } catch {
      throw ReplayError(error)
    }
    return { (number, picture) throws(ReplayError) in
      var simulated = StageTime()
      var drawn = StageTime()
      let state = simulated.measure { simulation.state(at: time(ofFrame: number)) }
      do throws(CairoError) {
        try drawn.measure { () throws(CairoError) in try compositor.draw(state, into: picture) }
      } catch {
        throw ReplayError(error)
      }
      times?.add(simulated: simulated, drawn: drawn)
    }
  }
}

extension Replay {
  /// The frame of a moment; nil is the one that stands for the film.
  public func frameNumber(at moment: TimeSelector?) -> Int {
    (moment ?? poster).frame(count: frameCount, fps: framesPerSecond)
  }
}

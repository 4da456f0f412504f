import Geometry
import Templates
import Testing

@testable import Scenes

@Suite("Timetable")
struct TimetableTests {
  private static func template() -> ResolvedTemplate {
    Sketch.template(scenes: [
      Sketch.scene("title", duration: 4, ["clock": Sketch.clock("hold")], []),
      Sketch.scene(
        "run", duration: 24,
        [
          "clock": Sketch.clock("fit", leadIn: 2, leadOut: 1),
          "transition": Sketch.transition("crossfade", 1),
        ],
        [Sketch.node("text", id: "x", ["text": .text("x"), "from": .timePosition(.seconds(3))])]),
      Sketch.scene(
        "table", duration: 6,
        ["clock": Sketch.clock("hold"), "transition": Sketch.transition("wipe-left", 0.5)], []),
    ])
  }

  @Test("scenes overlap by their transitions, and the clock stands meanwhile")
  func natural() throws {
    let film = try Sketch.film(Self.template())
    #expect(film.scenes.map(\.start) == [0, 3, 26.5])
    #expect(film.duration == 32.5)
    #expect(film.scenes[1].clock.leadIn == 2)
    #expect(film.scenes[1].clock.leadOut == 1)
  }

  @Test("every wanted length is met", arguments: [4.0, 8, 15, 20, 32.5, 60, 600])
  func wanted(_ seconds: Double) throws {
    let film = try Sketch.film(Self.template(), duration: seconds)
    #expect(abs(film.duration - seconds) < 1e-9)
    let overlaps = film.scenes.reduce(0) { $0 + $1.transition.duration }
    #expect(abs(film.scenes.reduce(0) { $0 + $1.duration } - overlaps - seconds) < 1e-9)
    let run = film.scenes[1]
    let playing = run.duration - run.clock.leadIn - run.clock.leadOut
    #expect(playing >= 0.4 * seconds - 1e-9)
  }

  @Test("what is fixed keeps its length until the run would starve")
  func fixed() throws {
    let longer = try Sketch.film(Self.template(), duration: 60)
    #expect(longer.scenes[0].duration == 4)
    #expect(longer.node("x")?.motion.from == 3)
    // 11.5 s are fixed; 60 % of 10 s are left for them.
    let short = try Sketch.film(Self.template(), duration: 10)
    let scale = 6 / 11.5
    #expect(abs(short.scenes[0].duration - 4 * scale) < 1e-9)
    #expect(abs(short.scenes[2].transition.duration - 0.5 * scale) < 1e-9)
    #expect(abs((short.node("x")?.motion.from ?? 0) - 3 * scale) < 1e-9)
  }

  @Test("a run that the template's own lengths would starve gets a quarter", arguments: [1.0, 5, 8])
  func starved(_ seconds: Double) throws {
    let template = Sketch.template(scenes: [
      Sketch.scene("run", duration: seconds, ["clock": Sketch.clock("fit", leadIn: 3.2, leadOut: 4.5)], [])
    ])
    let film = try Sketch.film(template)
    let clock = film.scenes[0].clock
    #expect(abs(film.duration - seconds) < 1e-9)
    #expect(abs(seconds - clock.leadIn - clock.leadOut - seconds / 4) < 1e-9)
  }

  @Test("a film without a fitting scene is scaled as a whole")
  func still() throws {
    let template = Sketch.template(scenes: [
      Sketch.scene("a", duration: 4, [:], []), Sketch.scene("b", duration: 6, [:], []),
    ])
    let film = try Sketch.film(template, duration: 5)
    #expect(film.scenes.map(\.duration) == [2, 3])
  }

  @Test("a transition takes at most half of either scene")
  func half() throws {
    let template = Sketch.template(scenes: [
      Sketch.scene("a", duration: 2, [:], []),
      Sketch.scene("b", duration: 6, ["transition": Sketch.transition("zoom", 5)], []),
    ])
    #expect(try Sketch.film(template).scenes[1].transition.duration == 1)
  }

  @Test("children come one after the other within their parent's time")
  func stagger() throws {
    let move = ResolvedValue.map(
      Sketch.map(
        "move",
        ["preset": .word("fade-up"), "delay": .time(0.2), "stagger": .time(0.1), "by": .word("child")]))
    let film = try Sketch.film([
      Sketch.node(
        "stack", id: "s",
        [
          "enter": move, "exit": move, "from": .timePosition(.seconds(2)), "to": .timePosition(.beforeEnd(1)),
        ], (0..<3).map { _ in Sketch.node("text", ["text": .text("x")]) })
    ])
    let stack = try #require(film.node("s"))
    #expect(stack.motion.enter == nil)
    let delays = stack.children.compactMap { $0.motion.enter?.delay }
    #expect(zip(delays, [0.2, 0.3, 0.4]).allSatisfy { abs($0 - $1) < 1e-9 })
    let exits = stack.children.compactMap { $0.motion.exit?.delay }
    #expect(zip(exits, [0.4, 0.3, 0.2]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(stack.children.allSatisfy { $0.motion.from == 2 && $0.motion.to == 9 })
  }

  @Test("keys become scene seconds")
  func keys() throws {
    let keys = [
      ResolvedKey(time: .seconds(1), value: .number(0), easing: .linear),
      ResolvedKey(time: .share(0.5), value: .number(1), easing: .linear),
      ResolvedKey(time: .beforeEnd(1), value: .number(0.5), easing: .linear),
    ]
    let film = try Sketch.film([
      Sketch.node("shape", id: "x", ["opacity": .number(1)], animations: ["opacity": keys])
    ])
    guard case .keys(let frames)? = film.node("x")?.motion.opacity else {
      Issue.record("no keys")
      return
    }
    #expect(frames.keys.map(\.time) == [1, 5, 9])
    #expect(frames.value(at: 3) == 0.5)
  }
}

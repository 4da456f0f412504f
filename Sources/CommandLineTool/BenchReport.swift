import Glibc
import ReplayComposer

/// A benchmark's figures, for people and for programs.
struct BenchReport {
  private let benchmark: RenderBenchmark
  private let preset: String
  private let firstFrame: Double

  init(_ benchmark: RenderBenchmark, preset: String, firstFrame: Double) {
    self.benchmark = benchmark
    self.preset = preset
    self.firstFrame = firstFrame
  }

  private var series: [(key: String, series: RenderBenchmark.Series)] {
    [
      ("film", benchmark.whole), ("encoding", benchmark.encoding), ("raw", benchmark.raw),
      ("pictures", benchmark.pictures),
    ]
  }

  var text: String {
    let (replay, frames) = (benchmark.replay, benchmark.frames.count)
    var lines = [
      "\(replay.width)x\(replay.height), \(frames) frames, H.264 \(preset), medians of "
        + "\(benchmark.whole.cpu.count) rounds, load average \(BenchReport.fixed(BenchReport.load, 1))",
      "",
      BenchReport.row("", ["CPU s", "wall s", "frames/s", "spread"]),
    ]
    for (_, one) in series {
      let (cpu, wall) = (BenchReport.median(one.cpu), BenchReport.median(one.wall))
      let spread = ((one.cpu.max() ?? 0) - (one.cpu.min() ?? 0)) / max(cpu, 1e-9) * 100
      lines.append(
        BenchReport.row(
          one.name,
          [
            BenchReport.fixed(cpu, 2), BenchReport.fixed(wall, 2),
            BenchReport.fixed(Double(frames) / wall, 1),
            BenchReport.fixed(spread, 0) + " %",
          ]))
    }
    lines += [
      "",
      "film / encoding alone: \(BenchReport.fixed(ratio(\.cpu), 3)) of the CPU, "
        + "\(BenchReport.fixed(ratio(\.wall), 3)) of the time",
      "first frame after \(BenchReport.fixed(firstFrame * 1000, 0)) ms, most memory "
        + "\(benchmark.peakMemory / 1_000_000) MB",
      "", benchmark.stages.text,
    ]
    return lines.joined(separator: "\n")
  }

  var json: JSONText {
    let fields: [(String, JSONText)] = series.map { key, one in
      (
        key,
        .object([
          ("cpu_s", .list(one.cpu.map { .number($0, digits: 4) })),
          ("wall_s", .list(one.wall.map { .number($0, digits: 4) })),
          ("frames_per_s", .number(Double(benchmark.frames.count) / BenchReport.median(one.wall), digits: 2)),
        ])
      )
    }
    let stages: [JSONText] = benchmark.stages.entries.map { entry in
      .object([
        ("stage", .text(entry.stage)), ("cpu_s", .number(entry.cpu, digits: 5)), ("count", .int(entry.count)),
      ])
    }
    return .object(
      [
        ("width", .int(benchmark.replay.width)), ("height", .int(benchmark.replay.height)),
        ("frames", .int(benchmark.frames.count)), ("preset", .text(preset)),
        ("load_average", .number(BenchReport.load, digits: 2)),
      ] + fields + [
        ("cpu_ratio", .number(ratio(\.cpu), digits: 4)), ("wall_ratio", .number(ratio(\.wall), digits: 4)),
        ("first_frame_s", .number(firstFrame, digits: 4)), ("peak_memory_bytes", .int(benchmark.peakMemory)),
        ("stages", .list(stages)),
      ])
  }

  /// The median of the rounds' ratios: each pair was measured one right after the other.
  private func ratio(_ value: KeyPath<RenderBenchmark.Series, [Double]>) -> Double {
    BenchReport.median(
      zip(benchmark.whole[keyPath: value], benchmark.encoding[keyPath: value]).map { $0 / max($1, 1e-9) })
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private static var load: Double {
    var value = 0.0
    return getloadavg(&value, 1) == 1 ? value : 0
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    name + String(repeating: " ", count: max(1, 32 - name.count))
      + cells.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }.joined()
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "-" }
    var factor = 1
    for _ in 0..<digits { factor *= 10 }
    let whole = Int((abs(value) * Double(factor)).rounded())
    let fraction = String(whole % factor)
    return (value < 0 ? "-" : "") + String(whole / factor)
      + (digits == 0 ? "" : "." + String(repeating: "0", count: digits - fraction.count) + fraction)
  }
}

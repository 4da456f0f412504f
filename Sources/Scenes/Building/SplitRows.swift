import Formatting
import Routes
import Templates

/// Splits as rows of a list: `run.splits` and its merged forms.
struct SplitRows {
  let rows: [[String: ExpressionValue]]

  init(route: ReplayRoute, format: FormatContext = FormatContext()) {
    let formatter = MetricFormatter(format)
    let unit = max(route.options.splitLength, 1)
    rows = route.splits.map { split in
      func number(_ value: Double?) -> ExpressionValue { value.map { .number($0) } ?? .absent }
      return [
        "index": .number(Double(split.index)),
        "label": .text(SplitRows.label(split.labelDistance / unit, formatter)),
        "distance": .number(split.distance),
        "time": number(split.time),
        "pace": number(split.pace),
        "ascent": number(split.ascent),
        "descent": number(split.descent),
        "hr": number(split.heartRate),
        "fastest": .bool(split.isFastest),
        "slowest": .bool(split.isSlowest),
        "partial": .bool(split.isPartial),
      ]
    }
  }

  /// `7` for a full split, `7.4` for the rest.
  private static func label(_ units: Double, _ formatter: MetricFormatter) -> String {
    let tenths = (units * 10).rounded()
    guard tenths.isFinite, tenths < 1e9 else { return "" }
    let isWhole = Int(tenths) % 10 == 0
    return formatter.number(tenths / 10, digits: isWhole ? 0 : 1)
  }

  /// Joins neighbours so that at most `limit` rows are left and all still add up: kilometres 1–2, 3–4 …
  static func merged(_ rows: [[String: ExpressionValue]], limit: Int) -> [[String: ExpressionValue]] {
    guard rows.count > limit, limit > 0 else { return rows }
    let size = (rows.count + limit - 1) / limit
    var result = stride(from: 0, to: rows.count, by: size).map { start in
      join(Array(rows[start..<min(start + size, rows.count)]))
    }
    mark(&result)
    return result
  }

  private static func join(_ part: [[String: ExpressionValue]]) -> [String: ExpressionValue] {
    guard var row = part.first, let last = part.last, part.count > 1 else { return part.first ?? [:] }
    func sum(_ name: String) -> Double? {
      let values = part.compactMap { $0[name]?.numberValue }
      return values.count == part.count ? values.reduce(0, +) : nil
    }
    func number(_ value: Double?) -> ExpressionValue { value.map { .number($0) } ?? .absent }
    for name in ["distance", "time", "ascent", "descent"] where row[name] != nil {
      row[name] = number(sum(name))
    }
    if let time = sum("time"), let distance = sum("distance"), distance > 0 {
      row["pace"] = .number(time / distance * 1000)
    }
    let beats = part.compactMap { row -> (Double, Double)? in
      guard let rate = row["hr"]?.numberValue, let time = row["time"]?.numberValue else { return nil }
      return (rate * time, time)
    }
    let weight = beats.reduce(0) { $0 + $1.1 }
    if row["hr"] != nil { row["hr"] = weight > 0 ? .number(beats.reduce(0) { $0 + $1.0 } / weight) : .absent }
    if case .text(let first)? = row["label"], case .text(let end)? = last["label"] {
      row["label"] = .text("\(first)–\(end)")
    }
    row["partial"] = last["partial"] ?? .bool(false)
    return row
  }

  private static func mark(_ rows: inout [[String: ExpressionValue]]) {
    guard rows.contains(where: { $0["fastest"] != nil }) else { return }
    let paces = rows.map { $0["partial"] == .bool(true) ? nil : $0["pace"]?.numberValue }
    let fastest = paces.compactMap { $0 }.min()
    let slowest = paces.compactMap { $0 }.max()
    for index in rows.indices {
      let pace = paces[index]
      rows[index]["fastest"] = .bool(pace != nil && pace == fastest)
      rows[index]["slowest"] = .bool(pace != nil && pace == slowest && fastest != slowest)
    }
  }
}

extension ExpressionValue {
  /// The number of a known value; a bool counts as 0 or 1.
  var numberValue: Double? {
    switch self {
    case .number(let value): return value.isFinite ? value : nil
    case .bool(let value): return value ? 1 : 0
    default: return nil
    }
  }
}

/// One row of a list as the source of `row.*`.
struct RowSource: BindingSource {
  let row: [String: ExpressionValue]
  func value(of binding: Binding) -> ExpressionValue {
    guard binding.name.hasPrefix("row.") else { return .absent }
    return row[String(binding.name.dropFirst(4))] ?? .absent
  }
}

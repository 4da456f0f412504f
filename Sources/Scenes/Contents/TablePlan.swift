import Formatting
import Geometry
import Templates

/// A table's words and colours; sizes follow when its width is known.
final class TablePlan {
  private struct Column {
    var title: String
    var width: Length
    var alignment: TextStyle.Alignment
    var cells: [String]
    /// 0…1 of the column, and the colour.
    var bars: [(share: Double, color: Color)?]
  }
  private struct Mark {
    var color: Color?
    var fill: Color?
  }
  private var columns: [Column] = []
  private var marks: [Mark] = []
  private let scope: BuildScope
  private let hasHeader: Bool
  private var rowHeight: Double
  private var gap: Double
  private let cellStyle: TextStyle
  private let cellColor: Color
  private let headerStyle: TextStyle
  private let headerColor: Color
  private let count: Int
  private let scale: Double

  init(_ reader: PropertyReader) {
    let scope = reader.scope
    self.scope = scope
    let limit = max(1, reader.count("max_rows", 12))
    let overflow = reader.word("overflow") ?? "merge"
    var rows: [[String: ExpressionValue]] = []
    if case .rows(let all) = reader["rows"] { rows = all }
    var scale = 1.0
    if rows.count > limit {
      switch overflow {
      case "cut": rows = Array(rows.prefix(limit))
      case "shrink":
        rows = Array(rows.prefix(200))
        scale = max(Double(limit) / Double(rows.count), 0.2)
      default: rows = SplitRows.merged(rows, limit: limit)
      }
    }
    count = rows.count
    self.scale = scale
    hasHeader = reader.flag("header", true)
    rowHeight = reader.pixels("row_height", 56) * scale
    gap = reader.pixels("row_gap", 0) * scale
    let cell = TextReader(styleName: reader.word("style"), scope: scope)
    let header = TextReader(styleName: reader.word("header_style") ?? reader.word("style"), scope: scope)
    var style = cell.style
    style.size *= scale
    cellStyle = style
    cellColor = cell.color.restValue
    headerStyle = header.style
    headerColor = header.color.restValue
    columns = reader.maps("columns").map { TablePlan.column(PropertyReader($0, scope: scope), rows: rows) }
    marks = TablePlan.marks(reader.submap("highlight"), rows: rows)
  }

  private static func column(_ reader: PropertyReader, rows: [[String: ExpressionValue]]) -> Column {
    let scope = reader.scope
    let source = TextReader.source(reader["value"])
    let missing = "–"
    let cells = rows.map { row -> String in
      switch source {
      case .constant(let words): return words
      case .live(let text):
        return TextReader.words(text, RowSource(row: row), format: scope.format, missing: missing)
      }
    }
    var title = ""
    if case .constant(let words) = TextReader.source(reader["title"]) { title = words }
    let bars = reader.submap("bar").map { TablePlan.bars($0, rows: rows) } ?? rows.map { _ in nil }
    return Column(
      title: title, width: reader.length("width"), alignment: reader.choice("text_align", .start),
      cells: cells,
      bars: bars)
  }

  private static func bars(
    _ reader: PropertyReader, rows: [[String: ExpressionValue]]
  ) -> [(share: Double, color: Color)?] {
    let scope = reader.scope
    let values = rows.map { row -> Double? in
      switch reader["value"] {
      case .live(let expression):
        return expression.body.evaluate(RowSource(row: row), format: scope.format).numberValue
      case let other: return PropertyReader.number(other)
      }
    }
    let known = values.compactMap { $0 }
    guard let low = known.min(), let high = known.max() else { return rows.map { _ in nil } }
    let scale = reader.submap("color")?.word("scale").flatMap { MetricScale($0, scope: scope) }
    let flat = reader.color("color") ?? scope.palette.color("accent")
    return values.map { value in
      guard let value else { return nil }
      let share: Double
      if reader.flag("from_zero") {
        share = high > 0 ? max(value, 0) / high : 0
      } else {
        // The shortest bar is still a bar.
        share = high > low ? 0.3 + 0.7 * (value - low) / (high - low) : 1
      }
      return (min(max(share, 0), 1), scale?.color(value) ?? flat)
    }
  }

  private static func marks(_ reader: PropertyReader?, rows: [[String: ExpressionValue]]) -> [Mark] {
    guard let reader else { return rows.map { _ in Mark() } }
    let scope = reader.scope
    return rows.map { row in
      switch reader["when"] {
      case .live(let expression):
        guard expression.body.evaluate(RowSource(row: row), format: scope.format) == .bool(true) else {
          return Mark()
        }
      case .bool(true): break
      default: return Mark()
      }
      return Mark(color: reader.color("color") ?? scope.palette.color("accent"), fill: reader.color("fill"))
    }
  }

  private var lines: Int { count + (hasHeader ? 1 : 0) }
  /// Pixels.
  var height: Double { Double(lines) * rowHeight + Double(max(0, lines - 1)) * gap }
  var naturalWidth: Double {
    columns.reduce(0) { $0 + widest($1) } + columnGap * Double(max(0, columns.count - 1))
  }
  private var columnGap: Double { 24 * scope.unit }

  private func widest(_ column: Column) -> Double {
    let title = hasHeader ? measure(column.title, headerStyle).width : 0
    return (column.cells.map { measure($0, cellStyle).width }.max() ?? 0).maximum(title).rounded(.up)
  }

  private func measure(_ text: String, _ style: TextStyle) -> TextMeasure {
    scope.measuring.measure(text, style: style, width: nil, wraps: false, maxLines: 1)
  }

  /// Boxes for a width in pixels. Texts become smaller together where a column is too narrow for them.
  func content(width: Double) -> TableContent {
    let widths = columnWidths(width)
    var cell = cellStyle
    var header = headerStyle
    cell.size *= fitting(widths) { $0.cells.map { measure($0, cellStyle).width }.max() ?? 0 }
    header.size *= hasHeader ? fitting(widths) { measure($0.title, headerStyle).width } : 1
    let hasBars = columns.contains { column in column.bars.contains { $0 != nil } }
    var rows: [TableContent.Row] = []
    for line in 0..<lines {
      let index = hasHeader ? line - 1 : line
      let top = Double(line) * (rowHeight + gap)
      var row = TableContent.Row(box: Rect(x: 0, y: top.rounded(), width: width, height: rowHeight.rounded()))
      let mark = index >= 0 ? marks[index] : Mark()
      row.fill = mark.fill
      var x = 0.0
      for (place, column) in columns.enumerated() {
        let isLast = place == columns.count - 1
        // The last column ends at the edge of the table.
        let room = max(0, widths[place] - (isLast ? 0 : columnGap))
        var style = index < 0 ? header : cell
        style.alignment = column.alignment
        let words = index < 0 ? column.title : column.cells[index]
        let height = measure(words.isEmpty ? "0" : words, style).height
        // Above the bars, all cells of a row on one line.
        let lift = hasBars && index >= 0 ? rowHeight * 0.08 : 0
        if index >= 0, let bar = column.bars[index] {
          row.bars.append(
            TableContent.Bar(color: bar.color, box: barBox(x: x, room: room, share: bar.share, top: top)))
        }
        row.cells.append(
          TableContent.Cell(
            text: words, style: style, color: index < 0 ? headerColor : mark.color ?? cellColor,
            box: Rect(
              x: x.rounded(), y: (top + (rowHeight - height) / 2 - lift).rounded(),
              width: (x + room).rounded() - x.rounded(), height: height)))
        x += widths[place]
      }
      rows.append(row)
    }
    return TableContent(rows: rows)
  }

  private func barBox(x: Double, room: Double, share: Double, top: Double) -> Rect {
    let thickness = (rowHeight * 0.14).rounded().maximum(1)
    return Rect(
      x: x.rounded(), y: (top + rowHeight - thickness * 1.2).rounded(), width: (share * room).rounded(),
      height: thickness)
  }

  /// What texts are scaled with so that each fits its column, at least a half.
  private func fitting(_ widths: [Double], _ widest: (Column) -> Double) -> Double {
    var factor = 1.0
    for (place, column) in columns.enumerated() {
      let room = widths[place] - (place == columns.count - 1 ? 0 : columnGap)
      let need = widest(column) + 1
      if need > room { factor = min(factor, max(room, 0) / need) }
    }
    return max(factor, 0.5)
  }

  /// Pixels; `auto` columns take what they need and share what is left.
  private func columnWidths(_ width: Double) -> [Double] {
    var result = columns.map { column -> Double in
      scope.pixels(column.width, of: width, em: cellStyle.size) ?? widest(column) + columnGap
    }
    let autos = columns.indices.filter { columns[$0].width == .auto }
    let free = width - result.reduce(0, +)
    if free > 0, !autos.isEmpty {
      for index in autos { result[index] += free / Double(autos.count) }
    } else if free < 0 {
      let factor = width / max(result.reduce(0, +), 1)
      result = result.map { $0 * factor }
    }
    return result
  }
}

extension Double {
  fileprivate func maximum(_ other: Double) -> Double { Swift.max(self, other) }
}

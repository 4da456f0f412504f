import Formatting
import Templates

/// The items of a `repeat`: its node once for each row, with the row's values put in.
struct RepeatItems {
  let maps: [ResolvedMap]

  init(_ reader: PropertyReader) {
    guard case .map(let item) = reader["item"], case .rows(let rows) = reader["over"] else {
      maps = []
      return
    }
    let limit = min(max(reader.count("max", 12), 1), 60)
    let format = reader.scope.format
    maps = rows.prefix(limit).map { row in
      RowFilling(row: RowSource(row: row), format: format).filled(item)
    }
  }
}

/// Puts a row's values in place of `row.*`; other live expressions stay.
private struct RowFilling {
  let row: RowSource
  let format: FormatContext

  func filled(_ map: ResolvedMap) -> ResolvedMap {
    ResolvedMap(
      element: map.element, id: map.id, range: map.range, values: map.values.mapValues { filled($0) },
      animations: map.animations)
  }

  private func filled(_ value: ResolvedValue) -> ResolvedValue {
    switch value {
    case .liveText(let text):
      let pieces = text.pieces.map { piece -> LiveText.Piece in
        guard case .live(let expression) = piece, isOfRow(expression) else { return piece }
        if case .text(let words) = expression.body.evaluate(row, format: format) { return .literal(words) }
        return .literal("–")
      }
      var words = ""
      for piece in pieces {
        guard case .literal(let part) = piece else { return .liveText(LiveText(pieces: pieces)) }
        words += part
      }
      return .text(words)
    case .live(let expression) where isOfRow(expression):
      switch expression.body.evaluate(row, format: format) {
      case .absent: return .none
      case .text(let words): return .text(words)
      case .bool(let value): return .bool(value)
      case .number(let number): return .number(number)
      case .color(let color): return .color(color)
      case .list(let rows): return .rows(rows)
      }
    case .list(let items): return .list(items.map { filled($0) })
    case .map(let inner): return .map(filled(inner))
    default: return value
    }
  }

  private func isOfRow(_ expression: LiveExpression) -> Bool {
    let bindings = expression.body.bindings
    return !bindings.isEmpty && bindings.allSatisfy { $0.name.hasPrefix("row.") }
  }
}

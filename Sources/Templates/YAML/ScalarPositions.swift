import Diagnostics

/// Finds where in the source each code point of a scalar's text was written.
struct ScalarPositions {
  private typealias Place = (line: Int, column: Int)
  private let places: [Place]
  private let end: Place

  init(text: String, style: YAMLNode.Style, mark: SourceMark) {
    let lines = mark.source.file.lines
    let range = mark.range
    end = (range.endLine, range.endColumn)
    let target = Array(text.unicodeScalars)
    var found: [Place]
    switch style {
    case .plain, .singleQuoted, .doubleQuoted:
      found = Self.flowPlaces(lines: lines, range: range, style: style)
    case .literal, .folded: found = Self.blockPlaces(target, lines: lines, range: range)
    }
    if found.count != target.count {
      found = target.indices.map { _ in (range.line, range.column) }
    }
    places = found
  }

  func range(offset: Int, length: Int) -> SourceRange {
    let first = offset < places.count ? places[max(0, offset)] : end
    let last = offset + max(1, length) - 1
    let stop = last >= 0 && last < places.count ? places[last] : first
    guard stop.line == first.line, stop.column >= first.column else {
      return SourceRange(line: first.line, column: first.column)
    }
    return SourceRange(line: first.line, column: first.column, endLine: stop.line, endColumn: stop.column + 1)
  }

  /// Plain and quoted scalars: escapes and folded line breaks undone.
  private static func flowPlaces(lines: [String], range: SourceRange, style: YAMLNode.Style) -> [Place] {
    var result: [Place] = []
    var line = range.line
    var column = style == .plain ? range.column : range.column + 1
    var breaks = 0
    /// Blanks at the end that are dropped if a line break follows.
    var blanks = 0
    while line <= range.endLine, line <= lines.count {
      let scalars = Array(lines[line - 1].unicodeScalars)
      let stop = line == range.endLine ? range.endColumn - (style == .plain ? 0 : 1) : scalars.count + 1
      if line > range.line {
        column = 1
        while column < stop, column <= scalars.count,
          scalars[column - 1] == " " || scalars[column - 1] == "\t"
        {
          column += 1
        }
      }
      var joinsNext = false
      if column < stop, breaks > 0 {
        let place = (line: line, column: column)
        if breaks == 1 { result.append(place) } else { result += Array(repeating: place, count: breaks - 1) }
        breaks = 0
      }
      while column < stop, column <= scalars.count {
        let scalar = scalars[column - 1]
        let place = (line: line, column: column)
        if style == .singleQuoted, scalar == "'" {
          result.append(place)
          column += 2
          blanks = 0
        } else if style == .doubleQuoted, scalar == "\\" {
          guard column < scalars.count else {
            joinsNext = true
            break
          }
          result.append(place)
          blanks = 0
          switch scalars[column] {
          case "x": column += 4
          case "u": column += 6
          case "U": column += 10
          default: column += 2
          }
        } else {
          result.append(place)
          blanks = scalar == " " || scalar == "\t" ? blanks + 1 : 0
          column += 1
        }
      }
      if line < range.endLine {
        result.removeLast(min(blanks, result.count))
        blanks = 0
        if !joinsNext { breaks += 1 }
      }
      line += 1
    }
    return result
  }

  /// Block scalars: the text's letters in the lines below the `|`, in order.
  private static func blockPlaces(_ target: [Unicode.Scalar], lines: [String], range: SourceRange) -> [Place]
  {
    var result: [Place] = []
    var line = range.line + 1
    var column = 1
    for scalar in target {
      guard scalar != "\n" else {
        result.append((min(line, max(1, lines.count)), column))
        continue
      }
      var place: Place?
      while line <= lines.count, place == nil {
        let scalars = Array(lines[line - 1].unicodeScalars)
        while column <= scalars.count, scalars[column - 1] != scalar { column += 1 }
        if column <= scalars.count {
          place = (line, column)
          column += 1
        } else if scalar == " " {
          // A folded line break.
          place = (line, scalars.count + 1)
          line += 1
          column = 1
        } else {
          line += 1
          column = 1
        }
      }
      guard let place else { return [] }
      result.append(place)
    }
    return result
  }
}

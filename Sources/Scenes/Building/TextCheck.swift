import Diagnostics
import Geometry

/// Warns of texts that a run makes too long for their template, and of numbers outside the safe area.
struct TextCheck {
  let scope: BuildScope
  /// Warnings of one film; more help nobody.
  private static let most = 40

  func check(_ node: LayoutNode) {
    if let frame = node.frame {
      if let text = node.text { check(text, of: node, frame: frame) }
      if node.kind == .table || node.kind == .chart || node.kind == .gauge { checkPlace(frame, of: node) }
    }
    for child in node.children { check(child) }
  }

  private func check(_ text: TextPlan, of node: LayoutNode, frame: Rect) {
    let name = name(of: node)
    let setting = text.setting(boxWidth: frame.width, scale: node.textScale)
    if setting.isTruncated {
      warn(
        "W207", "\(name) is cut: its room holds \(text.maxLines) line\(text.maxLines == 1 ? "" : "s")", node)
    } else if text.fit == .shrink, setting.size <= text.smallest * node.textScale + 0.01,
      setting.size < text.style.size
    {
      warn("W207", "\(name) is shrunk to its 'min_size'", node)
    }
    let width = min(setting.box.x, frame.width)
    let shift =
      (frame.width - width) * (text.style.alignment == .end ? 1 : text.style.alignment == .center ? 0.5 : 0)
    let box = Rect(x: frame.x + shift, y: frame.y, width: width, height: frame.height)
    checkPlace(box, of: node)
  }

  private func name(of node: LayoutNode) -> String {
    node.id.map { "\(node.kind.rawValue) '\($0)'" } ?? "a \(node.kind.rawValue)"
  }

  private func checkPlace(_ box: Rect, of node: LayoutNode) {
    let safe = scope.safe.inset(by: -1)
    guard box.width > 0, box.height > 0 else { return }
    if box.x < safe.x || box.maxX > safe.maxX || box.y < safe.y || box.maxY > safe.maxY {
      warn("W202", "\(name(of: node)) leaves the safe area", node)
    }
  }

  private func warn(_ code: String, _ message: String, _ node: LayoutNode) {
    guard scope.ledger.diagnostics.count < TextCheck.most else { return }
    scope.ledger.diagnostics.append(Diagnostic(.warning, code: code, message, range: node.reader.map.range))
  }
}

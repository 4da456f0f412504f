/// A run of which only is known that everything was recorded: for checks without a recording.
package struct UnknownRun: BindingSource {
  package init() {}
  package func value(of binding: Binding) -> ExpressionValue {
    switch binding.kind {
    case .bool: .bool(binding.name.hasPrefix("run.has."))
    case .list: .list([])
    default: .absent
    }
  }
}

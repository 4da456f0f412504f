import CGLib

/// Wrong usage: one line, exit status 2.
package struct UsageError: Error, Sendable, Equatable {
  package var message: String
  package init(_ message: String) { self.message = message }
}

/// Splits a command line by GLib's option parser: GNU rules (`--opt=v`, `--opt v`, `-o v`, `--`), any order.
package enum OptionParser {
  /// What `words` (without the program's and the command's name) say in terms of `specs`.
  package static func parse(_ words: [String], specs: [OptionSpec]) throws(UsageError) -> ParsedOptions {
    let entries = OptionEntries(specs)
    let context: OpaquePointer = g_option_context_new(nil)
    defer { g_option_context_free(context) }
    g_option_context_set_help_enabled(context, 0)
    g_option_context_add_main_entries(context, entries.pointer, nil)

    // The parser wants a vector of its own whose strings it may free, with a program name in front.
    let vector = g_malloc0_n(gsize(words.count + 2), gsize(MemoryLayout<UnsafeMutablePointer<gchar>?>.size))
    var arguments = vector?.assumingMemoryBound(to: UnsafeMutablePointer<gchar>?.self)
    for (index, word) in (["compose"] + words).enumerated() { arguments?[index] = g_strdup(word) }
    defer { g_strfreev(arguments) }
    var error: UnsafeMutablePointer<GError>?
    guard g_option_context_parse_strv(context, &arguments, &error) != 0 else {
      let text = error.map { String(cString: $0.pointee.message) } ?? "cannot be read"
      g_error_free(error)
      throw UsageError(message(for: text, specs: specs))
    }
    return try entries.result()
  }

  /// GLib's sentence, with the nearest option where one was misspelt.
  private static func message(for text: String, specs: [OptionSpec]) -> String {
    let unknown = "Unknown option "
    guard text.hasPrefix(unknown) else { return text.prefix(1).lowercased() + text.dropFirst() }
    let option = String(text.dropFirst(unknown.count))
    let near = Spelling.nearest(to: option.drop { $0 == "-" }.description, among: specs.map(\.long))
    return "unknown option '\(option)'" + (near.map { "; did you mean '--\($0)'?" } ?? "")
  }
}

/// The C table that describes the options and receives their values.
private final class OptionEntries {
  let pointer: UnsafeMutablePointer<GOptionEntry>
  private let specs: [OptionSpec]
  private var names: [UnsafeMutablePointer<gchar>] = []
  private let switches: UnsafeMutablePointer<gint>
  private let values: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?>

  init(_ specs: [OptionSpec]) {
    self.specs = specs
    let count = specs.count
    pointer = .allocate(capacity: count + 2)
    pointer.initialize(repeating: GOptionEntry(), count: count + 2)
    switches = .allocate(capacity: count + 1)
    switches.initialize(repeating: 0, count: count + 1)
    values = .allocate(capacity: count + 1)
    values.initialize(repeating: nil, count: count + 1)
    for (index, spec) in specs.enumerated() {
      let short = spec.short?.asciiValue.map { gchar(bitPattern: $0) } ?? 0
      if spec.kind == .flag {
        fill(index, name: spec.long, short: short, arg: replay_option_flag, data: switches + index)
      } else {
        fill(index, name: spec.long, short: short, arg: replay_option_values, data: values + index)
      }
    }
    // The empty name is GLib's way to ask for the operands.
    fill(count, name: "", short: 0, arg: replay_option_values, data: values + count)
  }

  deinit {
    for name in names { g_free(name) }
    for index in 0...specs.count { g_strfreev(values[index]) }
    values.deallocate()
    switches.deallocate()
    pointer.deallocate()
  }

  private func fill(_ index: Int, name: String, short: gchar, arg: GOptionArg, data: UnsafeMutableRawPointer)
  {
    pointer[index].short_name = short
    pointer[index].arg = arg
    pointer[index].arg_data = data
    guard let copy = g_strdup(name) else { return }
    names.append(copy)
    pointer[index].long_name = UnsafePointer(copy)
  }

  func result() throws(UsageError) -> ParsedOptions {
    var parsed = ParsedOptions()
    for (index, spec) in specs.enumerated() {
      if spec.kind == .flag {
        if switches[index] != 0 { parsed.flags.insert(spec.long) }
        continue
      }
      let given = strings(values[index])
      guard !given.isEmpty else { continue }
      if case .value = spec.kind, given.count > 1 {
        throw UsageError("option '--\(spec.long)' is given \(given.count) times")
      }
      parsed.values[spec.long] = given
    }
    parsed.operands = strings(values[specs.count])
    return parsed
  }

  private func strings(_ vector: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
    guard let vector else { return [] }
    var result: [String] = []
    var next = vector
    while let word = next.pointee {
      result.append(String(cString: word))
      next += 1
    }
    return result
  }
}

/// What one kind of XML file does with its elements.
///
/// A value, called directly for the kind at hand: with half a million points, calls through objects cost more than expat itself.
protocol XMLContent {
  /// An element begins. Text is gathered only after `document.gatherText()`.
  mutating func start(_ name: XMLName, attributes: XMLAttributes, of document: inout XMLState)
  /// An element ends; `document.text` holds what was gathered.
  mutating func end(of document: inout XMLState)
  /// A piece of text after `document.streamText()`.
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>, of document: inout XMLState)
  /// What was found; throws the reason when there is nothing to replay.
  mutating func finish() throws(RecordingError) -> SessionBuilder
}

extension XMLContent {
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>, of document: inout XMLState) {}
}

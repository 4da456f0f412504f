/// What one kind of XML file does with its elements.
protocol XMLContent: AnyObject {
  /// An element begins. Text is gathered only after `document.gatherText()`.
  func start(_ name: XMLName, attributes: XMLAttributes, of document: XMLDocument)
  /// An element ends; `document.text` holds what was gathered.
  func end(_ name: XMLName, of document: XMLDocument)
  /// A piece of text after `document.streamText()`.
  func text(_ bytes: UnsafeBufferPointer<UInt8>, of document: XMLDocument)
}

extension XMLContent {
  func text(_ bytes: UnsafeBufferPointer<UInt8>, of document: XMLDocument) {}
}

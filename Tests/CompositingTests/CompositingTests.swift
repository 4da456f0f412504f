import Testing

@testable import Compositing

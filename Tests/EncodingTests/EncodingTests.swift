import Testing

@testable import Encoding

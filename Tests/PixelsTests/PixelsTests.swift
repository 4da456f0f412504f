import Testing

@testable import Pixels

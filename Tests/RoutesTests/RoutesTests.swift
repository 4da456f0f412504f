import Testing

@testable import Routes

import Testing

@testable import ReplayComposer

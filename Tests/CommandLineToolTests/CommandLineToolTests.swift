import Testing

@testable import CommandLineTool

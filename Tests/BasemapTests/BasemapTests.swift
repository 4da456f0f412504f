import Testing

@testable import Basemap

/// The words of the schemas.
extension MapSchema {
  static func area(_ word: String) -> MapClass? {
    switch word {
    case "wood", "forest", "tree", "trees": .wood
    case "grass", "grassland", "meadow", "heath", "scrub", "fell", "golf_course", "village_green",
      "recreation_ground", "allotments", "greenfield", "flowerbed", "shrubbery", "tundra", "moor":
      .grass
    case "park", "garden", "cemetery", "zoo", "dog_park", "grave_yard", "theme_park", "camp_site": .park
    case "pitch", "track", "playground", "stadium", "sports_centre", "golf", "swimming_area": .pitch
    case "farmland", "farmyard", "farm", "orchard", "vineyard", "crop", "plant_nursery", "agriculture":
      .farmland
    case "sand", "beach", "dune", "desert": .sand
    case "rock", "bare_rock", "scree", "barren", "quarry", "shingle", "bare", "landfill": .rock
    case "ice", "glacier", "snow", "ice_shelf": .ice
    case "wetland", "marsh", "swamp", "bog", "mud", "reedbed", "mangrove", "saltmarsh", "string_bog": .wetland
    case "residential", "suburb", "neighbourhood", "quarter", "urban_area", "urban": .residential
    case "industrial", "commercial", "retail", "railway", "garages", "construction", "brownfield", "depot",
      "military", "parking":
      .industrial
    default: nil
    }
  }

  static func line(_ kind: String, _ detail: String) -> MapClass? {
    // General kinds are told apart by their detail.
    switch kind {
    case "highway", "major_road", "medium_road", "minor_road", "other", "path", "rail", "":
      if let exact = exactLine(detail) { return exact }
    default: break
    }
    switch kind {
    case "highway": return .motorway
    case "major_road": return .primary
    case "medium_road": return .tertiary
    case "minor_road": return .minor
    case "rail", "major_rail", "minor_rail": return .rail
    default: return exactLine(kind)
    }
  }

  private static func exactLine(_ word: String) -> MapClass? {
    switch word {
    case "motorway", "motorway_link", "freeway": .motorway
    case "trunk", "trunk_link": .trunk
    case "primary", "primary_link": .primary
    case "secondary", "secondary_link": .secondary
    case "tertiary", "tertiary_link": .tertiary
    case "minor", "residential", "unclassified", "living_street", "road", "street", "street_limited",
      "busway",
      "bus_guideway", "raceway", "link":
      .minor
    case "service", "alley", "driveway", "parking_aisle": .service
    case "pedestrian": .pedestrian
    case "track": .track
    case "path", "footway", "cycleway", "bridleway", "corridor", "sidewalk", "crossing", "pier": .path
    case "steps": .steps
    case "railway", "narrow_gauge", "light_rail", "funicular", "monorail", "transit", "subway", "preserved":
      .rail
    case "tram": .tram
    case "runway", "taxiway": .runway
    default: nil
    }
  }
}

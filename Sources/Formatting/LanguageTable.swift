/// What dates and decimals need of a language. Languages without a table fall back to English.
struct LanguageTable: Sendable {
  var decimalSign: String
  /// January first.
  var months: [String]
  var shortMonths: [String]
  /// Sunday first.
  var days: [String]
  var shortDays: [String]
  var am = "AM"
  var pm = "PM"

  private init(
    _ decimalSign: String, _ months: String, _ shortMonths: String, _ days: String, _ shortDays: String
  ) {
    func words(_ text: String) -> [String] { text.split(separator: " ").map { String($0) } }
    self.decimalSign = decimalSign
    self.months = words(months)
    self.shortMonths = words(shortMonths)
    self.days = words(days)
    self.shortDays = words(shortDays)
  }

  /// The table for a BCP 47 tag such as `de-CH`.
  static func table(for tag: String) -> LanguageTable {
    let parts = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).map { $0.lowercased() }
    let language = parts.first ?? "en"
    var table = tables[language] ?? english
    if tables[language] == nil, commaLanguages.contains(language) { table.decimalSign = "," }
    // Switzerland, Liechtenstein and most of Spanish America write a point.
    let pointRegions: Set<String> = ["ch", "li", "mx", "us", "gt", "hn", "ni", "pa", "pe", "pr", "sv", "do"]
    if let region = parts.dropFirst().last, pointRegions.contains(region) { table.decimalSign = "." }
    return table
  }

  private static let commaLanguages: Set<String> = [
    "af", "be", "bg", "ca", "cs", "da", "el", "et", "eu", "fi", "gl", "hr", "hu", "hy", "id", "is", "ka",
    "kk",
    "lt", "lv", "mk", "nb", "nn", "no", "pl", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk", "vi",
  ]

  static let english = LanguageTable(
    ".", "January February March April May June July August September October November December",
    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "Sunday Monday Tuesday Wednesday Thursday Friday Saturday", "Sun Mon Tue Wed Thu Fri Sat")

  private static let tables: [String: LanguageTable] = [
    "en": english,
    "de": LanguageTable(
      ",", "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
      "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
      "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag", "So Mo Di Mi Do Fr Sa"),
    "fr": LanguageTable(
      ",", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
      "dimanche lundi mardi mercredi jeudi vendredi samedi", "dim. lun. mar. mer. jeu. ven. sam."),
    "es": LanguageTable(
      ",", "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
      "ene feb mar abr may jun jul ago sept oct nov dic",
      "domingo lunes martes miércoles jueves viernes sábado", "dom lun mar mié jue vie sáb"),
    "it": LanguageTable(
      ",",
      "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
      "gen feb mar apr mag giu lug ago set ott nov dic",
      "domenica lunedì martedì mercoledì giovedì venerdì sabato", "dom lun mar mer gio ven sab"),
    "nl": LanguageTable(
      ",", "januari februari maart april mei juni juli augustus september oktober november december",
      "jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec.",
      "zondag maandag dinsdag woensdag donderdag vrijdag zaterdag", "zo ma di wo do vr za"),
    "pt": LanguageTable(
      ",", "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
      "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
      "domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado",
      "dom. seg. ter. qua. qui. sex. sáb."),
  ]
}

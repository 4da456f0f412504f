/// One recorded fix. Absent values are kept as NaN inside, so that half a million points stay small in memory.
public struct TrackPoint: Sendable {
  /// Degrees north, -90…90.
  public var latitude: Double
  /// Degrees east, -180…180 as recorded (routes unwrap it).
  public var longitude: Double
  private var timeStorage: Double
  private var elevationStorage: Float
  private var heartRateStorage: Float
  private var cadenceStorage: Float
  private var powerStorage: Float
  private var temperatureStorage: Float
  private var deviceDistanceStorage: Float

  /// A fix at a position, with nothing else known.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
    timeStorage = .nan
    elevationStorage = .nan
    heartRateStorage = .nan
    cadenceStorage = .nan
    powerStorage = .nan
    temperatureStorage = .nan
    deviceDistanceStorage = .nan
  }

  /// Seconds since 1970-01-01T00:00:00Z.
  public var time: Double? {
    get { timeStorage.isNaN ? nil : timeStorage }
    set { timeStorage = newValue ?? .nan }
  }
  /// Metres above sea level.
  public var elevation: Double? {
    get { elevationStorage.isNaN ? nil : Double(elevationStorage) }
    set { elevationStorage = newValue.map { Float($0) } ?? .nan }
  }
  /// Beats a minute.
  public var heartRate: Double? {
    get { heartRateStorage.isNaN ? nil : Double(heartRateStorage) }
    set { heartRateStorage = newValue.map { Float($0) } ?? .nan }
  }
  /// Steps (on foot) or revolutions (on wheels) a minute.
  public var cadence: Double? {
    get { cadenceStorage.isNaN ? nil : Double(cadenceStorage) }
    set { cadenceStorage = newValue.map { Float($0) } ?? .nan }
  }
  /// Watts.
  public var power: Double? {
    get { powerStorage.isNaN ? nil : Double(powerStorage) }
    set { powerStorage = newValue.map { Float($0) } ?? .nan }
  }
  /// Degrees Celsius.
  public var temperature: Double? {
    get { temperatureStorage.isNaN ? nil : Double(temperatureStorage) }
    set { temperatureStorage = newValue.map { Float($0) } ?? .nan }
  }
  /// Metres from the start as the device counted them.
  public var deviceDistance: Double? {
    get { deviceDistanceStorage.isNaN ? nil : Double(deviceDistanceStorage) }
    set { deviceDistanceStorage = newValue.map { Float($0) } ?? .nan }
  }
}

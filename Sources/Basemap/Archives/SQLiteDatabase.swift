import CSQLite
import Synchronization

/// A SQLite file, opened for reading by one question at a time. Questions are bounded in work, since a hostile file can
/// hold endless views.
final class SQLiteDatabase: Sendable {
  /// A cell of an answer.
  enum Value: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  private struct Handle: @unchecked Sendable {
    var pointer: OpaquePointer
  }
  private let name: String
  private let handle: Mutex<Handle>
  /// Steps of SQLite's machine between two looks at the budget, and the looks a question may take.
  private static let stepsPerLook: Int32 = 100_000

  init(path: String) throws(MapError) {
    name = LocalFile.shownName(path)
    // A journal beside a file on a read-only disk needs `immutable`.
    guard let opened = SQLiteDatabase.open(path, "") ?? SQLiteDatabase.open(path, "?immutable=1") else {
      throw MapError("\(name): is no readable SQLite database")
    }
    handle = Mutex(Handle(pointer: opened))
  }

  deinit { handle.withLock { _ = sqlite3_close_v2($0.pointer) } }

  private static func open(_ path: String, _ suffix: String) -> OpaquePointer? {
    var escaped = ""
    for byte in path.utf8 {
      let isPlain = byte > 32 && byte < 127 && byte != UInt8(ascii: "%") && byte != 0x3F && byte != 0x23
      let digits = String(byte, radix: 16)
      escaped += isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
    }
    var pointer: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX
    guard sqlite3_open_v2("file:" + escaped + suffix, &pointer, flags, nil) == SQLITE_OK, let pointer else {
      sqlite3_close_v2(pointer)
      return nil
    }
    sqlite3_busy_timeout(pointer, 2000)
    sqlite3_limit(pointer, SQLITE_LIMIT_LENGTH, Int32(Decompression.tileLimit))
    sqlite3_limit(pointer, SQLITE_LIMIT_EXPR_DEPTH, 100)
    sqlite3_exec(pointer, "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON", nil, nil, nil)
    guard sqlite3_exec(pointer, "SELECT count(*) FROM sqlite_schema", nil, nil, nil) == SQLITE_OK else {
      sqlite3_close_v2(pointer)
      return nil
    }
    return pointer
  }

  /// The rows of an answer, `limit` at most; `looks` bounds its work (in 100,000 machine steps).
  func rows(
    _ sql: String, _ arguments: [Int] = [], limit: Int, looks: Int = 200
  ) throws(MapError) -> [[Value]] {
    let result = handle.withLock { handle -> Result<[[Value]], MapError> in
      let pointer = handle.pointer
      var statement: OpaquePointer?
      guard sqlite3_prepare_v2(pointer, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
        return .failure(SQLiteDatabase.fault(pointer, name))
      }
      defer { sqlite3_finalize(statement) }
      for (index, argument) in arguments.enumerated() {
        sqlite3_bind_int64(statement, Int32(index + 1), Int64(argument))
      }
      let budget = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      budget.initialize(to: looks)
      sqlite3_progress_handler(
        pointer, SQLiteDatabase.stepsPerLook,
        { context in
          guard let budget = context?.assumingMemoryBound(to: Int.self) else { return 1 }
          budget.pointee -= 1
          return budget.pointee < 0 ? 1 : 0
        }, budget)
      defer {
        sqlite3_progress_handler(pointer, 0, nil, nil)
        budget.deallocate()
      }
      var rows: [[Value]] = []
      while rows.count < limit {
        let status = sqlite3_step(statement)
        if status == SQLITE_DONE { break }
        guard status == SQLITE_ROW else { return .failure(SQLiteDatabase.fault(pointer, name)) }
        rows.append((0..<sqlite3_column_count(statement)).map { SQLiteDatabase.value(statement, $0) })
      }
      return .success(rows)
    }
    return try result.get()
  }

  private static func value(_ statement: OpaquePointer, _ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(statement, column) else { return .null }
      let count = Int(sqlite3_column_bytes(statement, column))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      guard let start = sqlite3_column_blob(statement, column) else { return .blob([]) }
      return .blob(
        Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))))
    default: return .null
    }
  }

  private static func fault(_ pointer: OpaquePointer, _ name: String) -> MapError {
    let code = sqlite3_errcode(pointer)
    if code == SQLITE_INTERRUPT { return MapError("\(name): a question to the database takes too long") }
    return MapError("\(name): \(String(cString: sqlite3_errmsg(pointer)))")
  }
}

import CSQLite
import Glibc
import Synchronization

/// What servers sent, kept on disk in one SQLite file that several processes may use at a time.
package final class TileStore: Sendable {
  /// One kept answer; an empty body says that there is no such tile.
  struct Entry: Sendable {
    var body: [UInt8]
    var etag: String?
    var lastModified: String?
    /// Seconds since 1970 until which the server need not be asked again.
    var expires: Int
  }
  private struct Handle: @unchecked Sendable { var pointer: OpaquePointer }
  private let handle: Mutex<Handle>
  private let maxBytes: Int
  /// Bytes written since the size was looked at.
  private let written = Atomic<Int>(0)
  /// Seconds for which a use is not noted again.
  private static let useGrain = 3600
  private static let schema = """
    PRAGMA journal_mode=WAL;
    PRAGMA synchronous=NORMAL;
    CREATE TABLE IF NOT EXISTS answers (
      key TEXT PRIMARY KEY, body BLOB NOT NULL, etag TEXT, modified TEXT, expires INTEGER NOT NULL,
      used INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS answers_used ON answers (used);
    """

  /// Opens or makes `tiles.sqlite` in a folder; a broken file is made anew. Nil as folder keeps answers in memory.
  package init(folder: String?, maxBytes: Int) throws(MapError) {
    self.maxBytes = maxBytes
    guard let folder else {
      guard case .opened(let pointer) = TileStore.open(":memory:") else { throw MapError("no memory") }
      handle = Mutex(pointer)
      return
    }
    TileStore.makeFolders(folder)
    let path = folder + "/tiles.sqlite"
    var result = TileStore.open(path)
    if case .failed(let code) = result, code == SQLITE_NOTADB || code == SQLITE_CORRUPT {
      // Nothing in it that cannot be fetched again. What is only locked or full belongs to others.
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
      result = TileStore.open(path)
    }
    switch result {
    case .opened(let pointer): handle = Mutex(pointer)
    case .failed(let code):
      throw MapError("\(path): cannot be used (\(String(cString: sqlite3_errstr(code))))")
    }
  }

  deinit { handle.withLock { _ = sqlite3_close_v2($0.pointer) } }

  private enum Opening {
    case opened(Handle)
    case failed(Int32)
  }

  private static func open(_ path: String) -> Opening {
    var pointer: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    var code = sqlite3_open_v2(path, &pointer, flags, nil)
    if code == SQLITE_OK, let pointer {
      sqlite3_busy_timeout(pointer, 5000)
      // Two processes that make the file at once get in each other's way without SQLite's waiting.
      for attempt in 0..<50 {
        code = sqlite3_exec(pointer, schema, nil, nil, nil)
        guard code == SQLITE_BUSY || code == SQLITE_LOCKED, attempt < 49 else { break }
        usleep(100_000)
      }
      if code == SQLITE_OK { return .opened(Handle(pointer: pointer)) }
    }
    sqlite3_close_v2(pointer)
    return .failed(code & 0xFF)
  }

  private static func makeFolders(_ path: String) {
    var current = ""
    for part in path.split(separator: "/") {
      current += "/" + part
      mkdir(current, 0o700)
    }
  }

  /// The kept answer of a key; it counts as used.
  func entry(_ key: String) -> Entry? {
    handle.withLock { handle -> Entry? in
      let question = "SELECT body, etag, modified, expires, used FROM answers WHERE key = ?1"
      guard let statement = TileStore.prepared(handle.pointer, question, key) else { return nil }
      defer { sqlite3_finalize(statement) }
      guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
      let count = Int(sqlite3_column_bytes(statement, 0))
      let body = sqlite3_column_blob(statement, 0).map {
        Array(UnsafeRawBufferPointer(start: $0, count: count))
      }
      func text(_ column: Int32) -> String? {
        sqlite3_column_text(statement, column).map { String(cString: $0) }
      }
      let entry = Entry(
        body: body ?? [], etag: text(1), lastModified: text(2),
        expires: Int(sqlite3_column_int64(statement, 3)))
      if Int(sqlite3_column_int64(statement, 4)) + TileStore.useGrain < time(nil) {
        sqlite3_reset(statement)
        TileStore.noteUse(handle.pointer, key)
      }
      return entry
    }
  }

  private static func noteUse(_ pointer: OpaquePointer, _ key: String) {
    guard let statement = prepared(pointer, "UPDATE answers SET used = ?2 WHERE key = ?1", key) else {
      return
    }
    sqlite3_bind_int64(statement, 2, Int64(time(nil)))
    sqlite3_step(statement)
    sqlite3_finalize(statement)
  }

  /// Keeps an answer; false where it cannot be written.
  @discardableResult
  func keep(_ entry: Entry, for key: String) -> Bool {
    let isKept = handle.withLock { handle -> Bool in
      let change =
        "INSERT OR REPLACE INTO answers (key, body, etag, modified, expires, used) VALUES (?1,?2,?3,?4,?5,?6)"
      guard let statement = TileStore.prepared(handle.pointer, change, key) else { return false }
      defer { sqlite3_finalize(statement) }
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      _ = entry.body.withUnsafeBytes {
        $0.isEmpty
          ? sqlite3_bind_zeroblob(statement, 2, 0)
          : sqlite3_bind_blob(statement, 2, $0.baseAddress, Int32($0.count), transient)
      }
      if let etag = entry.etag { sqlite3_bind_text(statement, 3, etag, -1, transient) }
      if let modified = entry.lastModified { sqlite3_bind_text(statement, 4, modified, -1, transient) }
      sqlite3_bind_int64(statement, 5, Int64(entry.expires))
      sqlite3_bind_int64(statement, 6, Int64(time(nil)))
      return sqlite3_step(statement) == SQLITE_DONE
    }
    let bytes = written.wrappingAdd(entry.body.count + 256, ordering: .relaxed).newValue
    if bytes > maxBytes / 16 {
      written.store(0, ordering: .relaxed)
      shrink()
    }
    return isKept
  }

  /// Drops the oldest answers beyond the limit, to nine tenths of it.
  func shrink() {
    handle.withLock { handle in
      let pointer = handle.pointer
      func number(_ question: String) -> Int {
        guard let statement = TileStore.prepared(pointer, question, nil) else { return 0 }
        defer { sqlite3_finalize(statement) }
        return sqlite3_step(statement) == SQLITE_ROW ? Int(sqlite3_column_int64(statement, 0)) : 0
      }
      let size = number("SELECT coalesce(sum(length(body) + 256), 0) FROM answers")
      guard size > maxBytes else { return }
      let surplus = size - maxBytes / 10 * 9
      sqlite3_exec(
        pointer,
        """
        DELETE FROM answers WHERE key IN (SELECT key FROM (
          SELECT key, sum(length(body) + 256) OVER (ORDER BY used, key) AS total, length(body) + 256 AS size
          FROM answers) WHERE total - size < \(surplus))
        """, nil, nil, nil)
    }
  }

  private static func prepared(_ pointer: OpaquePointer, _ sql: String, _ key: String?) -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(pointer, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      return nil
    }
    if let key {
      sqlite3_bind_text(statement, 1, key, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
    return statement
  }
}

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
  private let writes = Atomic<Int>(0)
  private static let schema = """
    PRAGMA journal_mode=WAL;
    PRAGMA synchronous=NORMAL;
    CREATE TABLE IF NOT EXISTS answers (
      key TEXT PRIMARY KEY, body BLOB NOT NULL, etag TEXT, modified TEXT, expires INTEGER NOT NULL,
      used INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS answers_used ON answers (used);
    """

  /// Opens or makes `tiles.sqlite` in a folder; a broken file is made anew.
  package init(folder: String, maxBytes: Int) throws(MapError) {
    TileStore.makeFolders(folder)
    let path = folder + "/tiles.sqlite"
    var opened = TileStore.open(path)
    if opened == nil {
      // Nothing in it that cannot be fetched again.
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
      opened = TileStore.open(path)
    }
    guard let opened else { throw MapError("\(path): cannot be written") }
    handle = Mutex(Handle(pointer: opened))
    self.maxBytes = maxBytes
  }

  deinit { handle.withLock { _ = sqlite3_close_v2($0.pointer) } }

  private static func open(_ path: String) -> OpaquePointer? {
    var pointer: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    if sqlite3_open_v2(path, &pointer, flags, nil) == SQLITE_OK, let pointer {
      sqlite3_busy_timeout(pointer, 5000)
      if sqlite3_exec(pointer, schema, nil, nil, nil) == SQLITE_OK { return pointer }
    }
    sqlite3_close_v2(pointer)
    return nil
  }

  private static func makeFolders(_ path: String) {
    var current = ""
    for part in path.split(separator: "/") {
      current += "/" + part
      mkdir(current, 0o700)
    }
  }

  /// The kept answer of a key.
  func entry(_ key: String) -> Entry? {
    let entry = handle.withLock { handle -> Entry? in
      let question = "SELECT body, etag, modified, expires FROM answers WHERE key = ?1"
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
      return Entry(
        body: body ?? [], etag: text(1), lastModified: text(2),
        expires: Int(sqlite3_column_int64(statement, 3)))
    }
    return entry
  }

  /// Keeps an answer; what cannot be written is not kept.
  func keep(_ entry: Entry, for key: String) {
    handle.withLock { handle in
      let change =
        "INSERT OR REPLACE INTO answers (key, body, etag, modified, expires, used) VALUES (?1,?2,?3,?4,?5,?6)"
      guard let statement = TileStore.prepared(handle.pointer, change, key) else { return }
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
      sqlite3_step(statement)
    }
    if writes.wrappingAdd(1, ordering: .relaxed).newValue % 64 == 0 { shrink() }
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

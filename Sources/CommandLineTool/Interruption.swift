import Glibc
import Synchronization

/// Remembers that the user asked to stop (Ctrl-C, SIGTERM); a second time ends the program at once.
enum Interruption {
  private static let flag = Atomic<Int>(0)

  /// Whether a signal came.
  static var hasCome: Bool { flag.load(ordering: .relaxed) != 0 }

  /// Starts to listen.
  static func listen() {
    // Whoever started the program may have blocked the signals; the mask is inherited.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in
        if Interruption.flag.wrappingAdd(1, ordering: .relaxed).newValue > 1 { _exit(130) }
      }
    }
  }

  /// A closed pipe and a limit of the file size are errors of the output like a full disk, and not the end of the
  /// program: nothing unfinished is left behind.
  static func leaveOutputFaultsToWriters() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }
}

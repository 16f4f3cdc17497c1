// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import Synchronization
import Testing

/// All suites of this module. They share the one loop of the process, on its own thread, and run one after the other.
@Suite("The event loop", .serialized, .timeLimit(.minutes(1)))
struct EventLoopTests {}

/// Events in order, which a test awaits.
final class EventQueue<Event: Sendable>: Sendable {
    private let stream: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func note(_ event: Event) { continuation.yield(event) }

    func next() async -> Event? {
        for await event in stream { return event }
        return nil
    }

    func next(_ count: Int) async -> [Event] {
        var all: [Event] = []
        for await event in stream {
            all.append(event)
            if all.count == count { break }
        }
        return all
    }

    /// Returns the events that were not taken yet.
    func rest() async -> [Event] {
        continuation.finish()
        var all: [Event] = []
        for await event in stream { all.append(event) }
        return all
    }
}

/// The peer of a connection: a blocking socket with a timeout of ten seconds.
final class Peer: Sendable {
    private let descriptor: Mutex<Int32?>

    init(_ raw: Int32) {
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        descriptor = Mutex(raw)
    }

    /// Connects to a listener.
    convenience init(path: String) throws {
        let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        self.init(raw)
        guard connectUnix(raw, path) == 0 else { throw SystemError(code: errno, operation: "connect") }
    }

    deinit { close() }

    private var raw: Int32 { descriptor.withLock { $0 ?? -1 } }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Int { Glibc.send(raw, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    @discardableResult
    func send(_ text: String) -> Int { send(Array(text.utf8)) }

    /// Returns the bytes of one recv(2), empty at the end of the stream, or nil after an error.
    func receive(atMost count: Int = 65536) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        let received = recv(raw, &buffer, count, 0)
        return received < 0 ? nil : Array(buffer[..<received])
    }

    func receiveUntilEnd() -> [UInt8] {
        var all: [UInt8] = []
        while let bytes = receive(), !bytes.isEmpty { all += bytes }
        return all
    }

    func receive(exactly count: Int) -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count, let bytes = receive(atMost: count - all.count), !bytes.isEmpty {
            all += bytes
        }
        return all
    }

    func endSending() { shutdown(raw, Int32(SHUT_WR)) }

    func close() {
        descriptor.withLock { raw in
            if let raw { Glibc.close(raw) }
            raw = nil
        }
    }
}

func connectUnix(_ raw: Int32, _ path: String) -> Int32 { callUnix(connect, raw, path) }

func bindUnix(_ raw: Int32, _ path: String) -> Int32 { callUnix(bind, raw, path) }

private func callUnix(
    _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ raw: Int32, _ path: String
) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            call(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// Two ends of a new socket pair.
func socketPair(_ type: __socket_type = SOCK_STREAM) throws -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
        throw SystemError(code: errno, operation: "socketpair")
    }
    return (ends[0], ends[1])
}

/// A temporary directory for one test.
final class Scratch: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/jokesd-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw SystemError(code: errno, operation: "mkdtemp") }
        path = String(cString: made)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit {
        guard let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { remove(file(name)) }
        }
        closedir(directory)
        rmdir(path)
    }
}

func mode(of path: String) -> UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
}

/// Lowers or raises the soft limit on descriptor numbers (getrlimit(2)).
func allowDescriptors(_ count: UInt) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = count
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

/// Returns the number of open sockets of the process. Other descriptors depend on the test runner.
func openSockets() -> Int {
    (0..<1024).count { (descriptor: Int32) in
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}

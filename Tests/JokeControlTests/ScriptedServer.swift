// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport
import JokeWire
import Synchronization

/// A Unix socket that plays a script, on its own thread.
final class ScriptedServer: Sendable {
    enum Step: Sendable {
        /// Reads one request and answers it with this result.
        case answer(JSON)
        case refuse(WireError)
        /// Reads one request without a reply.
        case listen
        /// Sends these bytes without a request.
        case sendText(String)
        case sendBytes([UInt8])
        /// Reads until the client disconnects.
        case waitForHangUp
        case perform(@Sendable () -> Void)
    }

    let path: String
    private let directory: TemporaryDirectory
    private let listener: Int32
    private let thread: BlockingThread
    private let received: Received

    /// Serves one connection for each script, and disconnects after its last step.
    init(_ scripts: [[Step]], at given: String? = nil) {
        let directory = TemporaryDirectory()
        let path = given ?? directory.path + "/socket"
        let listener = Self.listen(at: path)
        let received = Received()
        (self.directory, self.path, self.listener, self.received) = (directory, path, listener, received)
        thread = BlockingThread {
            for script in scripts {
                let client = accept(listener, nil, nil)
                // The test is over.
                guard client >= 0 else { return }
                var conversation = Conversation(client: client, received: received)
                conversation.play(script)
                close(client)
            }
        }
    }

    convenience init(_ steps: Step...) { self.init([steps]) }

    /// Ends the server, and returns all requests, including hello.
    func finish() -> [Request] {
        shutdown(listener, Int32(SHUT_RDWR))
        thread.join()
        close(listener)
        return received.requests.withLock { $0 }
    }

    private static func listen(at path: String) -> Int32 {
        // An earlier daemon may have left its socket.
        unlink(path)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
        }
        precondition(bound == 0 && Glibc.listen(listener, 8) == 0, "cannot listen at \(path)")
        return listener
    }
}

private final class Received: Sendable {
    let requests = Mutex<[Request]>([])
}

private struct Conversation {
    let client: Int32
    let received: Received
    var framer = LineFramer()

    mutating func play(_ steps: [ScriptedServer.Step]) {
        for step in steps {
            switch step {
            case .answer(let result):
                guard let request = nextRequest() else { return }
                transmit(Reply.success(id: request.id, result: result))
            case .refuse(let error):
                guard let request = nextRequest() else { return }
                transmit(Reply.failure(id: request.id, error))
            case .listen: _ = nextRequest()
            case .sendText(let text): transmit(Array(text.utf8))
            case .sendBytes(let bytes): transmit(bytes)
            case .waitForHangUp: while nextRequest() != nil {}
            case .perform(let action): action()
            }
        }
    }

    /// Returns the next request that is not a notification, or nil if the client disconnected.
    private mutating func nextRequest() -> Request? {
        while true {
            while case .line(let line)? = framer.next() {
                guard case .single(.success(let request)) = Request.decode(line) else { return nil }
                received.requests.withLock { $0.append(request) }
                if request.wantsReply { return request }
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            framer.append(buffer[..<count])
        }
    }

    private func transmit(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeTestSupport
import Testing

@Suite("The wait for a stopped jokesd")
struct RestartWatchTests {
    private let directory = TemporaryDirectory()
    private var link: String { "\(directory.path)/systemd/units/invocation:jokesd.service" }

    init() throws {
        directory.write("", to: "systemd/private")
        directory.write("", to: "jokesd/socket")
        try Files.makeDirectory("\(directory.path)/systemd/units")
    }

    /// `#expect` takes no noncopyable value.
    private final class Watch {
        private var watch: RestartWatch

        init(_ path: String, _ directory: String) {
            watch = RestartWatch(
                SocketLocations(paths: [path], isNamed: false), runtimeDirectory: directory)
        }

        var descriptor: Int32 { watch.descriptor }
        func opened() { watch.opened() }
        func received() { watch.received() }
        func begin(isClosing: Bool) -> Bool { watch.begin(isClosing: isClosing) }
        func end() -> Bool { watch.end() }
    }

    private func watch(_ path: String? = nil) -> Watch {
        Watch(path ?? "\(directory.path)/jokesd/socket", directory.path)
    }

    private func isReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    @Test("a client waits from the end of the service until the service runs again")
    func waits() {
        symlink("1", link)
        let watch = watch()
        watch.opened()
        #expect(!watch.begin(isClosing: true), "jokesd has not replied yet")
        watch.received()
        #expect(!watch.begin(isClosing: false), "the service runs")
        unlink(link)
        #expect(watch.begin(isClosing: false))
        #expect(!isReadable(watch.descriptor))
        directory.write("", to: "systemd/units/invocation:other.service")
        #expect(isReadable(watch.descriptor) && !watch.end())
        #expect(!isReadable(watch.descriptor))
        symlink("2", link)
        #expect(isReadable(watch.descriptor) && watch.end())
        #expect(watch.descriptor == -1)
    }

    @Test("after jokesd said that it stops, the same run of the service counts as stopped")
    func closing() {
        symlink("1", link)
        let watch = watch()
        watch.opened()
        watch.received()
        #expect(watch.begin(isClosing: true))
        unlink(link)
        #expect(!watch.end())
        symlink("2", link)
        #expect(watch.end())
    }

    @Test("a client at another socket, or of a jokesd that listens itself, does not wait")
    func others() {
        let other = watch("/tmp/other")
        other.opened()
        other.received()
        #expect(!other.begin(isClosing: true))
        let lock = open("\(directory.path)/jokesd/socket.lock", O_CREAT | O_RDWR, 0o600)
        flock(lock, LOCK_EX)
        let own = watch()
        own.opened()
        own.received()
        #expect(!own.begin(isClosing: true))
        close(lock)
    }
}

// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

/// The line-by-line program: it connects a ``PlainSwipeModel`` to standard input, standard output and the daemon.
@LoopActor
final class PlainSwipeApp {
    private var model: PlainSwipeModel
    private let options: Options
    private let locations: SocketLocations
    private let began = MonotonicTime.now()
    private var typed = LineFramer()
    private var watch: DescriptorWatcher?
    private var sharing: ShareAction?
    /// The socket's closure holds this object strongly, because both last as long as the program.
    private lazy var socket = ClientSocket(locations) { self.handle(.connection($0)) }
    private lazy var timer = Timer { self.handle(.moment) }

    private static let unreachable: Int32 = 69

    init(_ options: Options, display: DisplayOptions, _ locations: SocketLocations) {
        (self.options, self.locations) = (options, locations)
        model = PlainSwipeModel(
            display: display, surroundings: locations.surroundings)
    }

    func start() {
        signal(SIGPIPE, SIG_IGN)
        LoopActor.shared.loop.afterIteration = { [unowned self] in self.watchInput() }
        handle(.moment)
    }

    private func handle(_ input: PlainSwipeModel.Input) {
        for action in model.handle(input, at: MonotonicTime.now() - began) { carryOut(action) }
        if let deadline = model.deadline { timer.arm(at: began + deadline) } else { timer.disarm() }
    }

    private func carryOut(_ action: PlainSwipeModel.Action) {
        switch action {
        case .say(let text): print(text + "\n")
        case .connection(let action): socket.perform(action)
        case .share(let joke): share(joke)
        case .quit(let isDone): exit(isDone ? 0 : Self.unreachable)
        }
    }

    private func share(_ joke: String?) {
        guard sharing == nil else { return }
        sharing = ShareAction.start(joke, options) { [unowned self] message, isTrouble in
            self.sharing = nil
            self.handle(.shared(message, isTrouble: isTrouble))
        }
    }

    /// Starts to watch standard input once the loop runs. epoll(7) cannot watch a regular file, which is read at once
    /// instead.
    private func watchInput() {
        LoopActor.shared.loop.afterIteration = nil
        do throws(SystemError) {
            watch = try DescriptorWatcher(0, for: .readable) { [unowned self] _ in self.read() }
        } catch {
            while read() {}
        }
    }

    /// Reads from standard input. Returns false at the end.
    @discardableResult
    private func read() -> Bool {
        let count = withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            let count = Glibc.read(0, buffer.baseAddress, buffer.count)
            if count > 0 { typed.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            return count
        }
        if count < 0, errno == EINTR || errno == EAGAIN { return true }
        while let frame = count > 0 ? typed.next() : typed.finish() {
            if case .line(let line) = frame { handle(.typed(String(decoding: line, as: UTF8.self))) }
        }
        guard count <= 0 else { return true }
        watch?.cancel()
        watch = nil
        handle(.end)
        return false
    }

    private func print(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var readiness = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
                poll(&readiness, 1, -1)
            } else if errno != EINTR {
                // The reader of the output is gone.
                exit(0)
            }
        }
    }
}

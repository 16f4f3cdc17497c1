// SPDX-License-Identifier: MIT
import JokeTestSupport
import Synchronization

/// A service that does badly every so often, and keeps count. It is no more honest than it has to be, either: now and
/// then it sends what it was asked not to.
final class FaultyService: Sendable {
    struct Count: Sendable {
        /// By day, as `day` numbers them.
        var requests: [Int: Int] = [:]
        var faults = 0
        var all: Int { requests.values.reduce(0, +) }
    }

    /// Those that make a service leave alone for hours or days.
    static let bars: Set<LoopbackFault> = [
        .rateLimitedSeconds, .rateLimitedDate, .rateLimitedSilently, .unavailableDate,
    ]

    let server: LoopbackHTTP
    private let counted: CountBox

    private final class CountBox: Sendable {
        let state: Mutex<(count: Count, random: Xorshift)>
        init(seed: UInt64) { state = Mutex((Count(), Xorshift(state: seed))) }

        /// What goes wrong with the next request, and whether it is answered as it was asked.
        func next(_ share: Int, _ faults: [LoopbackFault], on day: Int) -> (LoopbackFault?, isHonest: Bool) {
            state.withLock { state in
                state.count.requests[day, default: 0] += 1
                let isHonest = Int.random(in: 0..<100, using: &state.random) >= 10
                guard Int.random(in: 0..<100, using: &state.random) < share else { return (nil, isHonest) }
                state.count.faults += 1
                return (faults.randomElement(using: &state.random), isHonest)
            }
        }
    }

    /// - Parameters:
    ///   - share: of requests that go wrong, in percent.
    ///   - day: which day it is.
    init(
        seed: UInt64, share: Int, faults: [LoopbackFault] = LoopbackFault.allCases,
        day: @escaping @Sendable () -> Int = { 0 },
        _ reply: @escaping @Sendable (LoopbackHTTP.Request) -> LoopbackReply
    ) throws {
        let counted = CountBox(seed: seed)
        self.counted = counted
        server = try LoopbackHTTP { request in
            // Where a redirect leads is no request of anybody's choosing.
            if request.path == "/again" { return LoopbackFault.endlessRedirect.reply(insteadOf: .json("{}")) }
            let (fault, isHonest) = counted.next(share, faults, on: day())
            var request = request
            if !isHonest, request.path.hasPrefix("/joke") { request.target = Self.unasked(request.target) }
            let good = reply(request)
            return fault?.reply(insteadOf: good) ?? good
        }
    }

    var url: String { server.url }
    var count: Count { counted.state.withLock { $0.count } }

    /// Without what was asked not to be there.
    private static func unasked(_ target: String) -> String {
        let parts = target.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return target }
        let kept = parts[1].split(separator: "&").filter { member in
            !["safe-mode", "blacklistFlags", "category"].contains { member.hasPrefix($0) }
        }
        return "\(parts[0])?\(kept.joined(separator: "&"))"
    }
}

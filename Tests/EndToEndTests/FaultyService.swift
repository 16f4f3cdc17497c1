// SPDX-License-Identifier: MIT
import JokeTestSupport
import Synchronization

/// A service that fails at random and counts its requests. It also sends jokes with flags that a request excludes.
final class FaultyService: Sendable {
    struct Count: Sendable {
        /// The requests of each day, by its number.
        var requests: [Int: Int] = [:]
        var faults = 0
        var all: Int { requests.values.reduce(0, +) }
    }

    /// The faults after which a service is not asked for hours or days.
    static let longFaults: Set<LoopbackFault> = [
        .rateLimitedSeconds, .rateLimitedDate, .rateLimitedSilently, .unavailableDate,
    ]

    let server: LoopbackHTTP
    private let counted: Counter

    private final class Counter: Sendable {
        let state: Mutex<(count: Count, random: Xorshift)>
        init(seed: UInt64) { state = Mutex((Count(), Xorshift(state: seed))) }

        /// Returns the fault of the next request, or nil, and whether the reply honors the request.
        func next(_ share: Int, _ faults: [LoopbackFault], on day: Int) -> (
            LoopbackFault?, honorsRequest: Bool
        ) {
            state.withLock { state in
                state.count.requests[day, default: 0] += 1
                let honorsRequest = Int.random(in: 0..<100, using: &state.random) >= 10
                guard Int.random(in: 0..<100, using: &state.random) < share else {
                    return (nil, honorsRequest)
                }
                state.count.faults += 1
                return (faults.randomElement(using: &state.random), honorsRequest)
            }
        }
    }

    /// - Parameters:
    ///   - share: The percentage of requests that fail.
    ///   - day: Returns the number of the present day.
    init(
        seed: UInt64, share: Int, faults: [LoopbackFault] = LoopbackFault.allCases,
        day: @escaping @Sendable () -> Int = { 0 },
        _ reply: @escaping @Sendable (LoopbackHTTP.Request) -> LoopbackReply
    ) throws {
        let counted = Counter(seed: seed)
        self.counted = counted
        server = try LoopbackHTTP { request in
            // The target of a redirect is not a request of the daemon.
            if request.path == "/again" { return LoopbackFault.endlessRedirect.reply(insteadOf: .json("{}")) }
            let (fault, honorsRequest) = counted.next(share, faults, on: day())
            var request = request
            if !honorsRequest, request.path.hasPrefix("/joke") {
                request.target = Self.withoutFlags(request.target)
            }
            let good = reply(request)
            return fault?.reply(insteadOf: good) ?? good
        }
    }

    var url: String { server.url }
    var count: Count { counted.state.withLock { $0.count } }

    /// Returns the target without its excluded flags.
    private static func withoutFlags(_ target: String) -> String {
        let parts = target.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return target }
        let kept = parts[1].split(separator: "&").filter { member in
            !["safe-mode", "blacklistFlags", "category"].contains { member.hasPrefix($0) }
        }
        return "\(parts[0])?\(kept.joined(separator: "&"))"
    }
}

// SPDX-License-Identifier: MIT
import JokeWire

extension ValueCodec<Duration> {
    /// A time in the format of systemd (systemd.time(7)), such as `5s` or `1min 30s`. A number is in seconds.
    static func duration(_ range: ClosedRange<Duration>) -> Self {
        let (least, most) = (range.lowerBound.shown, range.upperBound.shown)
        return ValueCodec(
            "a time from \"\(least)\" to \"\(most)\"", encode: { .string($0.shown) },
            one: { json in
                let duration =
                    switch json {
                    case .number(let seconds) where (0...1e9).contains(seconds): Duration.seconds(seconds)
                    case .string(let text): Duration(systemd: text)
                    default: Duration?.none
                    }
                return duration.flatMap { range.contains($0) ? $0 : nil }
            })
    }
}

extension ValueCodec<Duration?> {
    /// A time, or `never`, which is nil.
    static func limit(_ range: ClosedRange<Duration>) -> Self {
        let duration = ValueCodec<Duration>.duration(range)
        return ValueCodec(
            "\(duration.expected), or \"never\"", encode: { $0.map(duration.encode) ?? "never" },
            one: { json in
                if json == "never" { return .some(nil) }
                var mismatches: [ValueCodec<Duration>.Mismatch] = []
                return duration.decode(json, &mismatches).map(Optional.some)
            })
    }
}

extension Duration {
    private static let units: [(names: [String], milliseconds: Int64)] = [
        (["w", "week", "weeks"], 604_800_000), (["d", "day", "days"], 86_400_000),
        (["h", "hr", "hour", "hours"], 3_600_000), (["min", "minute", "minutes", "m"], 60_000),
        (["s", "sec", "second", "seconds", ""], 1_000), (["ms", "msec"], 1),
    ]

    /// Parses a time. Returns nil if the text is invalid, or the time is longer than a year.
    package init?(systemd text: String) {
        var sum: Int64 = 0
        var rest = text[...].drop(while: \.isWhitespace)
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count).drop(while: \.isWhitespace)
            let name = rest.prefix { ("a"..."z").contains($0) }
            rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
            guard let count = Int64(digits), count <= 31_536_000_000,
                let unit = Self.units.first(where: { $0.names.contains(String(name)) })
            else { return nil }
            sum += min(count, 31_536_000_000 / unit.milliseconds + 1) * unit.milliseconds
            guard sum <= 31_536_000_000 else { return nil }
        }
        self = .milliseconds(sum)
    }

    /// The time as an integer in the largest unit that represents it exactly. The smallest unit is the millisecond.
    package var shown: String {
        let milliseconds = Int64(self / .milliseconds(1))
        let unit = Self.units.first { milliseconds != 0 && milliseconds % $0.milliseconds == 0 }
        return unit.map { "\(milliseconds / $0.milliseconds)\($0.names[0])" } ?? "0s"
    }
}

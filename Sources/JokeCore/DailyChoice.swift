// SPDX-License-Identifier: MIT
package import JokeWire

/// The joke of the day as a function of the date and the pack, so that machines with the same pack choose the same one.
package enum DailyChoice {
    /// Returns the jokes of a pack, the first choice for the joke of the date first. All those that are told in the
    /// user's first language come before the others.
    package static func ranking(of jokes: [Joke], on date: LocalDate, in language: String?) -> [Joke.ID] {
        let isFirst = { (joke: Joke) in language == nil || joke.language == language }
        return ranking(of: jokes.filter(isFirst).map(\.id), on: date)
            + ranking(of: jokes.filter { !isFirst($0) }.map(\.id), on: date)
    }

    /// Returns ids in the order of the date.
    ///
    /// From 1 January on, each date takes the joke with the highest hash of the date and the id, of those that no
    /// earlier date of the year has taken. When all are taken, all may be taken again. Those that are taken come last.
    package static func ranking(of ids: [Joke.ID], on date: LocalDate) -> [Joke.ID] {
        let all = Set(ids).map { (id: $0, hash: TextHash.bytes($0.rawValue.utf8)) }
        guard !all.isEmpty else { return [] }
        var left = all
        for date in date.earlierDatesOfYear {
            let seed = TextHash.bytes(date.utf8)
            let first = left.indices.max { precedes(left[$1], left[$0], seed) }
            if let first {
                left.swapAt(first, left.endIndex - 1)
                left.removeLast()
            }
            if left.isEmpty { left = all }
        }
        let seed = TextHash.bytes(date.rawValue.utf8)
        let free = Set(left.map(\.id))
        let taken = all.filter { !free.contains($0.id) }
        return [left, taken].flatMap { $0.sorted { precedes($0, $1, seed) } }.map(\.id)
    }

    /// Whether the first joke has the higher hash with this date.
    private static func precedes(
        _ first: (id: Joke.ID, hash: UInt64), _ second: (id: Joke.ID, hash: UInt64), _ seed: UInt64
    ) -> Bool {
        (mixed(first.hash ^ seed), first.id.rawValue) > (mixed(second.hash ^ seed), second.id.rawValue)
    }

    /// The last step of SplitMix64, which spreads each bit over all bits.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}

extension LocalDate {
    /// The dates from 1 January to the day before this one, as `2026-11-21`. Empty if this is no date.
    fileprivate var earlierDatesOfYear: [String] {
        let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 3, 1...12 ~= parts[1] else { return [] }
        let (year, month, day) = (parts[0], parts[1], parts[2])
        let isLeapYear = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let prefix = rawValue.prefix { $0 != "-" }
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (1...month).flatMap { each in
            (1..<(each < month ? lengths[each - 1] + 1 : max(1, min(day, 32)))).map {
                "\(prefix)-\(twoDigits(each))-\(twoDigits($0))"
            }
        }
    }
}

// SPDX-License-Identifier: MIT
package import JokeWire

/// The newest lines in the folder for each joke, and the machines whose files have them.
///
/// It decides what a machine writes and imports. The daemon decides which of two lines wins, so a mistake here costs
/// only time: a line too many is imported without effect.
package struct SyncIndex: Sendable {
    /// One of the newest lines for a joke. Usually there is only one.
    private struct Entry {
        var hash: UInt64
        /// The machines whose newest file has the line, a bit for each. 0 if only a copy or an old file has it.
        var owners: UInt64
        /// Whether the library has this line.
        var isKnown = false
    }

    private struct Newest {
        var changedAt: Int64
        var first: Entry
        var others: [Entry] = []

        /// Changes the entry of a line, which is added if there are not too many.
        ///
        /// - Parameter steps: Grows by the number of entries that were compared.
        mutating func change(_ hash: UInt64, _ steps: inout Int, _ change: (inout Entry) -> Void) {
            steps += 1
            if first.hash == hash { return change(&first) }
            for index in others.indices {
                steps += 1
                if others[index].hash == hash { return change(&others[index]) }
            }
            // No folder has more lines of one time, unless somebody makes them up.
            guard others.count < SyncIndex.mostMachines else { return }
            others.append(Entry(hash: hash, owners: 0))
            change(&others[others.count - 1])
        }

        var all: [Entry] { [first] + others }
    }

    private let machines: [String: UInt64]
    private let own: UInt64
    /// The latest time that a line may have. A later one counts as of 1970, as in the daemon.
    private let latest: WallTime
    private let mostKeys: Int
    /// The newest lines, by a hash of their key whose seed is another one in each process, so that nobody can make two
    /// keys with the same one. A key itself would take most of the memory.
    private var newest: [Int: Newest] = [:]
    /// The number of lines and entries that were compared. Tests double the folder and see that it doubles.
    package private(set) var steps = 0
    /// Whether a line was left out because there were too many keys.
    package private(set) var isFull = false

    /// The most machines of a folder, and the most different lines with one key and time.
    package static let mostMachines = 64
    /// The most jokes and showings of a folder: an index of them takes about 150 MB.
    package static let mostKeys = 1_000_000

    /// - Parameter machines: The ids of all machines in the folder; those beyond the limit are ignored as owners.
    package init(own: String, machines: Set<String>, at now: WallTime, mostKeys: Int = Self.mostKeys) {
        let owners = machines.union([own]).sorted().prefix(Self.mostMachines).enumerated()
        self.machines = Dictionary(uniqueKeysWithValues: owners.map { ($1, 1 << UInt64($0)) })
        self.own = self.machines[own] ?? 0
        (latest, self.mostKeys) = (now.latestElsewhere, mostKeys)
    }

    /// Returns the key and the time of a line, or nil if no machine takes it.
    private func place(of line: SyncLine) -> (key: Int, time: Int64)? {
        let isPostdated = line.changedAt > latest
        if isPostdated, line.isMemory { return nil }
        var hasher = Hasher()
        var key = line.key
        key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return (hasher.finalize(), isPostdated ? 0 : line.changedAt.milliseconds)
    }

    /// Adds a line of a file.
    ///
    /// - Parameters:
    ///   - machine: The machine whose file has the line.
    ///   - isNewestFile: Whether it is the newest file of the machine, and no copy.
    package mutating func add(_ line: SyncLine, of machine: String, isNewestFile: Bool) {
        steps += 1
        let owners = isNewestFile ? machines[machine] ?? 0 : 0
        guard let (key, time) = place(of: line) else { return }
        let known = newest[key]?.changedAt
        if let known, known > time { return }
        if known != time {
            guard known != nil || newest.count < mostKeys else { return isFull = true }
            newest[key] = Newest(changedAt: time, first: Entry(hash: line.hash, owners: 0))
        }
        newest[key]?.change(line.hash, &steps) { $0.owners |= owners }
    }

    /// Whether the folder has a line of this library, and in whose file.
    package enum Coverage: Sendable {
        /// No file has the line or a newer one, so this machine has to write it.
        case missing
        /// The newest file of this machine has the line, and its next snapshot needs it.
        case own
        /// Another machine keeps the line or a newer one, or no machine takes it now.
        case others
    }

    /// Notes a line of this library, and returns what the folder has of it.
    ///
    /// If several machines have written the same line, the one with the lowest id keeps it in its snapshots. Otherwise
    /// each could rely on another one, and the line would be lost.
    package mutating func note(_ line: SyncLine) -> Coverage {
        steps += 1
        guard let (key, time) = place(of: line) else { return .others }
        guard let known = newest[key] else { return .missing }
        if known.changedAt < time {
            // Nothing in the folder is news for this joke.
            newest[key] = nil
            return .missing
        }
        let owners: UInt64
        if known.changedAt > time {
            owners = known.all.reduce(UInt64(0)) { $0 | $1.owners }
        } else {
            newest[key]?.change(line.hash, &steps) { $0.isKnown = true }
            owners = known.all.first { $0.hash == line.hash }?.owners ?? 0
        }
        if owners == 0 { return .missing }
        return isKept(owners) ? .own : .others
    }

    /// Whether a snapshot of this machine keeps a line of these machines.
    private func isKept(_ owners: UInt64) -> Bool { owners & own != 0 && owners & (own &- 1) == 0 }

    /// Whether the folder may have lines that the library needs. Call this after ``note(_:)`` for all lines of the
    /// library.
    package var hasNews: Bool { newest.values.contains { $0.all.contains { !$0.isKnown } } }

    /// Returns whether the library may need a line of the folder, which it then counts as known. Call this after
    /// ``note(_:)`` for all lines of the library.
    package mutating func takeNews(_ line: SyncLine) -> Bool {
        steps += 1
        guard let (key, time) = place(of: line), let known = newest[key], known.changedAt == time,
            known.all.contains(where: { $0.hash == line.hash && !$0.isKnown })
        else { return false }
        newest[key]?.change(line.hash, &steps) { $0.isKnown = true }
        return true
    }
}

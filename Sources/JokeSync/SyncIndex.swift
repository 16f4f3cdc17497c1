// SPDX-License-Identifier: MIT
import JokeWire

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

        mutating func change(_ hash: UInt64, _ change: (inout Entry) -> Void) {
            if first.hash == hash { return change(&first) }
            if let index = others.firstIndex(where: { $0.hash == hash }) { return change(&others[index]) }
            others.append(Entry(hash: hash, owners: 0))
            change(&others[others.count - 1])
        }

        var all: [Entry] { [first] + others }
    }

    private let machines: [String]
    private let own: UInt64
    private var newest: [String: Newest] = [:]

    /// The most machines of a folder.
    package static let mostMachines = 64

    /// - Parameter machines: The ids of all machines in the folder; those beyond the limit are ignored as owners.
    package init(own: String, machines: Set<String>) {
        self.machines = Array(machines.union([own]).sorted().prefix(Self.mostMachines))
        let index = self.machines.firstIndex(of: own)
        self.own = index.map { UInt64(1) << UInt64($0) } ?? 0
    }

    /// Adds a line of a file.
    ///
    /// - Parameters:
    ///   - machine: The machine whose file has the line.
    ///   - isNewestFile: Whether it is the newest file of the machine, and no copy.
    package mutating func add(_ line: SyncLine, of machine: String, isNewestFile: Bool) {
        let bit = machines.firstIndex(of: machine).map { UInt64(1) << UInt64($0) } ?? 0
        let owners = isNewestFile ? bit : 0
        let time = line.changedAt.milliseconds
        if let known = newest[line.key], known.changedAt >= time {
            guard known.changedAt == time else { return }
        } else {
            newest[line.key] = Newest(changedAt: time, first: Entry(hash: line.hash, owners: 0))
        }
        newest[line.key]?.change(line.hash) { $0.owners |= owners }
    }

    /// Whether the folder has a line of this library, and in whose file.
    package enum Coverage: Sendable {
        /// No file has the line or a newer one, so this machine has to write it.
        case missing
        /// The newest file of this machine has the line, and its next snapshot needs it.
        case own
        /// Another machine keeps the line or a newer one.
        case others
    }

    /// Notes a line of this library, and returns what the folder has of it.
    ///
    /// If several machines have written the same line, the one with the lowest id keeps it in its snapshots. Otherwise
    /// each could rely on another one, and the line would be lost.
    package mutating func note(_ line: SyncLine) -> Coverage {
        let time = line.changedAt.milliseconds
        guard let known = newest[line.key] else { return .missing }
        if known.changedAt < time {
            // Nothing in the folder is news for this joke.
            newest[line.key] = nil
            return .missing
        }
        let owners: UInt64
        if known.changedAt > time {
            owners = known.all.reduce(UInt64(0)) { $0 | $1.owners }
        } else {
            newest[line.key]?.change(line.hash) { $0.isKnown = true }
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

    /// Returns whether the library may need a line of the folder. Call this after ``note(_:)`` for all lines of the
    /// library.
    package func isNews(_ line: SyncLine) -> Bool {
        guard let known = newest[line.key], known.changedAt == line.changedAt.milliseconds else {
            return false
        }
        return known.all.contains { $0.hash == line.hash && !$0.isKnown }
    }
}

// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeCore
import JokeTestSupport
import JokeWire

/// A library with a log, as jokesd has them.
struct SimulatedLibrary: SyncLibrary {
    struct Killed: Error {}

    var jokes = InMemoryLibrary()
    var seen = InMemorySeen()
    var taste = Taste()
    /// The time of the daemon's clock.
    var now = WallTime.last
    private(set) var position = SyncPosition(epoch: "first", seq: 0)
    /// The changed jokes of each event, or nil for an import by somebody else.
    private var log: [(seq: Int, jokes: [String]?)] = []
    /// The number of calls after which the program is killed, or nil.
    var callsToLive: Int?

    var lines: [String] { jokes.lines.map(\.text) + showings(after: -1) }

    private func showings(after position: Int) -> [String] {
        let marks = seen.positions.filter { $0.value > position }.sorted { $0.key < $1.key }
        return marks.map { MemoryLine.seen(Seen.Mark($0.key, at: $0.value)).text }
    }

    mutating func logged(_ ids: [Joke.ID]?) {
        position.seq += 1
        log.append((position.seq, ids?.map(\.rawValue)))
        if log.count > 20 { log.removeFirst() }
    }

    /// Gives the library a new epoch, as a recovery from a backup does.
    mutating func recover() {
        position = SyncPosition(epoch: "epoch \(position.seq)", seq: 1)
        log = []
    }

    private mutating func live() throws {
        guard let calls = callsToLive else { return }
        guard calls > 0 else { throw Killed() }
        callsToLive = calls - 1
    }

    mutating func changes(since known: SyncPosition?) throws -> SyncChanges {
        try live()
        position.seen = seen.position
        guard let known, known.epoch == position.epoch, known.seq <= position.seq else {
            return SyncChanges(position: position, isComplete: false)
        }
        let events = log.filter { $0.seq > known.seq }
        return SyncChanges(
            position: position, jokes: Set(events.flatMap { $0.jokes ?? [] }),
            showings: showings(after: known.seen),
            isComplete: events.count == position.seq - known.seq && events.allSatisfy { $0.jokes != nil })
    }

    mutating func export(_ ids: [String]?, _ visit: (String) -> Void) throws {
        try live()
        for line in jokes.lines(of: ids?.map(Joke.ID.init(rawValue:))) { visit(line.text) }
        guard ids == nil else { return }
        for line in showings(after: -1) { visit(line) }
        for share in taste.shares.values { visit(MemoryLine.taste(share).text) }
        visit(MemoryLine.taste(taste.share).text)
    }

    mutating func merge(_ lines: [String]) throws -> SyncMerge {
        try live()
        var (marks, remembered, skipped): ([Seen.Mark], Int, Int) = ([], 0, 0)
        for line in lines where SyncLine.isMemory(line) {
            switch MemoryLine(line) {
            case let line? where line.position > now.latestElsewhere.milliseconds: skipped += 1
            case .seen(let mark): marks.append(mark)
            case .taste(let share): remembered += taste.adopt(share) ? 1 : 0
            case nil: skipped += 1
            }
        }
        if case .seen(let later, _, _) = seen.later(marks) {
            seen.mark(later)
            remembered += later.count
        }
        let lines = lines.filter { !SyncLine.isMemory($0) }
        let parsed = lines.compactMap { try? LibraryLine(parsing: $0, at: now) }
        let outcome = jokes.merge(parsed)
        // The own import has an event, but it is none of the changes.
        if outcome.hasChanged {
            position.seq += 1
            log.append((position.seq, []))
        }
        return SyncMerge(
            added: outcome.added, updated: outcome.updated, skipped: skipped + lines.count - parsed.count,
            remembered: remembered, seen: seen.position)
    }
}

/// A machine with a library and its copy of the folder.
final class SimulatedMachine {
    let id: String
    let folder: SyncFolder
    var library = SimulatedLibrary()
    var state = SyncState()
    /// The clock of the machine, in milliseconds since 1970.
    var clock: Int64

    init(_ number: Int, in directory: String, clock: Int64, mostKeys: Int = 10_000) {
        id = String(repeating: String(number, radix: 16), count: 16)
        folder = SyncFolder(
            "\(directory)/\(number)", isDurable: false, largestFile: 1 << 20, mostKeys: mostKeys)
        self.clock = clock
        mkdir(folder.path, 0o700)
    }

    /// Returns machines with the numbers from 1 on, and clocks that agree.
    static func several(_ count: Int, in directory: TemporaryDirectory) -> [SimulatedMachine] {
        (1...count).map { SimulatedMachine($0, in: directory.path, clock: 1_795_000_000_000) }
    }

    var now: WallTime { WallTime(milliseconds: clock) }

    /// Runs sync. If it is killed, its state is the last one that it stored.
    @discardableResult
    func sync(all: Bool = false, killedAfter calls: Int? = nil) throws -> SyncReport {
        (library.callsToLive, library.now) = (calls, now)
        var stored = state
        var synchronizer = Synchronizer(
            library, folder: folder, machine: id, name: "machine \(id.prefix(1))", state: state
        ) { state in
            if calls == 1 { throw SimulatedLibrary.Killed() }
            stored = state
        }
        defer {
            (library, state) = (synchronizer.library, stored)
            library.callsToLive = nil
        }
        do { try synchronizer.run(comparesAll: all, at: now) } catch is SimulatedLibrary.Killed {}
        return synchronizer.report
    }

    /// The contents of the files, by name.
    func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for file in try folder.files() {
            files[file.name.text] = try Files.read("\(folder.path)/\(file.name.text)")
        }
        return files
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Files.write(bytes, to: "\(folder.path)/\(name)")
    }
    func remove(_ name: String) { unlink("\(folder.path)/\(name)") }

    /// Carries the files of this machine to another one, as a carrier does that keeps the owner's version.
    func carry(to other: SimulatedMachine) throws {
        let (mine, theirs) = (try files(), try other.files())
        for (name, bytes) in mine where name.hasPrefix(id) && theirs[name] != bytes {
            try other.write(bytes, to: name)
        }
        for name in theirs.keys where name.hasPrefix(id) && mine[name] == nil { other.remove(name) }
    }
}

// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeCore
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// Libraries of several machines that become equal.
struct ConvergenceTests {
    /// The number of series, each of 400 operations. `make test-sync` makes 250, which are 100,000 operations.
    private static let seeds = getenv("JOKESD_SYNC_SEEDS").flatMap { Int(String(cString: $0)) } ?? 20

    /// Five machines, and a seeded series of decisions, runs, transports and faults.
    private struct World {
        let directory = TemporaryDirectory()
        var machines: [SimulatedMachine]
        var random: Xorshift
        /// Whether two machines cannot reach each other, by their numbers.
        var isApart: Set<[Int]> = []
        /// The jokes that each machine has decided about, by the ids that they had there.
        var decided: [String: [Joke.ID: JokeKey]] = [:]

        init(seed: UInt64) {
            random = Xorshift(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
            machines = []
            for number in 1...5 {
                // Clocks are wrong by up to ten years.
                let clock =
                    1_795_000_000_000 + Int64.random(in: -315_000_000_000...315_000_000_000, using: &random)
                machines.append(SimulatedMachine(number, in: directory.path, clock: clock))
            }
        }

        mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

        mutating func step() throws {
            let index = Int.random(in: 0..<5, using: &random)
            let machine = machines[index]
            machine.clock += Int64.random(in: 0...5_000, using: &random)
            switch Int.random(in: 0..<100, using: &random) {
            case ..<35: decide(machine)
            case ..<45: show(machine)
            case ..<50:
                let joke = Joke(
                    id: Joke.ID(rawValue: "any"), value: "?", categories: ["c\(machine.clock % 3)"],
                    source: "pack", language: "en")
                if chance(3) { machine.library.taste.reset() }
                machine.library.taste.learn(isLiked: chance(50), from: joke)
            case ..<70: try machine.sync()
            case ..<90: try carry(from: index)
            case ..<92: try machine.sync(killedAfter: Int.random(in: 0...4, using: &random))
            case ..<93: machine.state = SyncState()
            case ..<94: machine.library.recover()
            // Removes the texts of deleted jokes, which no event tells.
            case ..<95: machine.library.jokes.emptyTrash(deletedBefore: machine.now, sparing: [])
            case ..<96: machine.clock += Int64.random(in: -315_000_000_000...315_000_000_000, using: &random)
            case ..<97:
                let other = Int.random(in: 0..<5, using: &random)
                if isApart.remove([index, other]) == nil { isApart.insert([index, other]) }
            default: try damage(machine)
            }
        }

        mutating func decide(_ machine: SimulatedMachine) {
            // Sources use the same ids, also for the same texts, and one gives ids that those of another may get.
            let id = "\(chance(10) ? "other:" : "")joke-\(Int.random(in: 1...40, using: &random))"
            let source = ["pack", "other", "third"][Int.random(in: 0..<3, using: &random)]
            let joke = machine.library.jokes.identified(
                Joke(
                    id: Joke.ID(rawValue: id), value: "Why \(Int.random(in: 1...3, using: &random))?",
                    source: source, language: "en"))
            machine.library.jokes.upsertJoke(joke)
            let status = machine.library.jokes.status(joke.id)
            let next =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: status.saved(at: machine.now)
                case 1: status.disliked(at: machine.now)
                case 2: status.deleted(at: machine.now)
                default: status.restored()
                }
            machine.library.jokes.setStatus(joke.id, next, at: machine.now)
            decided[machine.id, default: [:]][joke.id] = machine.library.jokes.joke(joke.id)?.key
            // An import by the user is told without its jokes.
            machine.library.logged(chance(3) ? nil : [joke.id])
        }

        mutating func show(_ machine: SimulatedMachine) {
            machine.library.seen.mark([.random(in: 1...40, using: &random)], at: machine.now)
        }

        mutating func carry(from index: Int) throws {
            let other = Int.random(in: 0..<5, using: &random)
            guard other != index, !isApart.contains([index, other]), !isApart.contains([other, index]) else {
                return
            }
            try machines[index].carry(to: machines[other])
        }

        /// Damages a file as carriers, disks and users do.
        mutating func damage(_ machine: SimulatedMachine) throws {
            let files = try machine.files()
            guard let name = files.keys.sorted().randomElement(using: &random), var bytes = files[name],
                !bytes.isEmpty
            else { return }
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<9, using: &random) {
            case 0: try machine.write(Array(bytes.prefix(place)), to: name)
            case 1: try machine.write(bytes + bytes, to: name)
            case 2:
                bytes[place] ^= UInt8.random(in: 1...255, using: &random)
                try machine.write(bytes, to: name)
            case 3: machine.remove(name)
            case 4: for name in files.keys { machine.remove(name) }
            case 5:
                let copy = name.dropLast(6) + ".sync-conflict-20261121-0930\(place % 60)-ABCDEFG.jokes"
                try machine.write(Array(bytes.prefix(max(place, bytes.count / 2))), to: String(copy))
            case 6: try machine.write(bytes + Array(bytes.suffix(place)), to: name)
            case 7: try machine.write(Array(repeating: 0, count: bytes.count), to: name)
            default:
                let line = SyncRecord.bytes(#"{"format":2,"machine":"ffffffffffffffff"}"#) + bytes
                try machine.write(line, to: "ffffffffffffffff-\(place).jokes")
            }
        }

        func exports() -> [[String]] { machines.map(\.library.lines) }

        /// Expects that each machine has the jokes that it has decided about under the ids that they had.
        func expectSameIDs() {
            for machine in machines {
                for (id, key) in decided[machine.id] ?? [:] {
                    #expect(machine.library.jokes.joke(id)?.key == key, "\(id.rawValue)")
                }
            }
        }

        /// Sets all clocks to a time after all decisions, which machines do not take before, then runs every machine and
        /// carries every file, until nothing changes.
        func heal(all: Bool) throws -> Int {
            for machine in machines { machine.clock = 10_000_000_000_000 }
            for round in 1...20 {
                let before = try machines.map { try $0.files() }
                let exports = exports()
                for machine in machines { try machine.sync(all: all && round <= 6) }
                for one in machines {
                    for other in machines where one !== other { try one.carry(to: other) }
                }
                if try machines.map({ try $0.files() }) == before, exports == self.exports() { return round }
            }
            return .max
        }
    }

    @Test(
        "five machines have equal libraries after partitions, wrong clocks, kills and damage",
        arguments: 1...seeds)
    func convergence(seed: Int) throws {
        var world = World(seed: UInt64(seed))
        for _ in 0..<400 { try world.step() }
        // Whatever was decided anywhere must be in the result.
        var expected = InMemoryLibrary()
        var seen: [UInt64: Int] = [:]
        for machine in world.machines {
            _ = expected.merge(machine.library.jokes.lines)
            seen.merge(machine.library.seen.positions) { max($0, $1) }
        }
        let lines = expected.lines.map(\.text)
        #expect(try world.heal(all: true) < 10)
        world.expectSameIDs()
        for machine in world.machines {
            #expect(machine.library.jokes.lines.map(\.text) == lines)
            #expect(saved(machine) == saved(world.machines[0]))
            #expect(machine.library.seen.positions == seen)
            // Each machine knows what each other one has learned, and counts it once.
            for other in world.machines where other !== machine {
                let known = machine.library.taste.shares[other.id]?.arms ?? [:]
                #expect(known == other.library.taste.share.arms)
            }
            #expect(machine.library.taste.shares[machine.id] == nil)
        }
        // A new machine gets everything from the folder of any other one.
        let newcomer = SimulatedMachine(
            9, in: world.directory.path, clock: world.machines[0].clock)
        for (name, bytes) in try world.machines[seed % 5].files() { try newcomer.write(bytes, to: name) }
        let report = try newcomer.sync()
        #expect(newcomer.library.lines == world.machines[0].library.lines)
        for machine in world.machines {
            let known = newcomer.library.taste.shares[machine.id]?.arms ?? [:]
            #expect(known == machine.library.taste.share.arms)
        }
        #expect(report.written == 0)
    }

    @Test("without faults, runs that read only changes make libraries equal", arguments: 1...20)
    func incremental(seed: Int) throws {
        var world = World(seed: UInt64(seed))
        for _ in 0..<300 {
            let index = Int.random(in: 0..<5, using: &world.random)
            let machine = world.machines[index]
            machine.clock += 1_000
            world.decide(machine)
            world.show(machine)
            if world.chance(40) { try machine.sync() }
            if world.chance(60) { try world.carry(from: index) }
        }
        #expect(try world.heal(all: false) < 10)
        #expect(Set(world.exports()).count == 1)
        #expect(Set(world.machines.map(saved)).count == 1)
        let keys = Set(world.decided.values.flatMap(\.values))
        #expect(keys.count > 80)
        #expect(world.machines[0].library.jokes.lines.map(\.key) == keys.sorted())
        world.expectSameIDs()
    }

    @Test("a folder that is emptied, or missing, deletes nothing")
    func emptied() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...10, on: machines[0])
        try exchange(machines)
        let lines = machines[0].library.lines
        #expect(lines.count == 10)
        for name in try machines[0].files().keys { machines[0].remove(name) }
        try machines[0].carry(to: machines[1])
        try exchange(machines)
        #expect(machines.map(\.library.lines) == [lines, lines])
        #expect(try machines[1].files().keys.contains { $0.hasPrefix(machines[0].id) })
        rename(machines[0].folder.path, directory.path + "/away")
        #expect(throws: (any Error).self) { try machines[0].sync() }
        #expect(!machines[0].folder.exists)
        #expect(machines[0].library.lines == lines)
    }

    @Test("a file of one's own whose content was changed, but not its size, is written again")
    func changedOwnFile() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...5, on: machines[0])
        try machines[0].sync()
        let (name, bytes) = try #require(try machines[0].files().first)
        // The last record is lost, and the one before it is there twice. All records are intact.
        var records = bytes.split(separator: UInt8(ascii: "\n"))
        try #require(records[4].count == records[5].count)
        records[5] = records[4]
        try machines[0].write(records.flatMap { $0 + [UInt8(ascii: "\n")] }, to: name)
        try machines[0].sync()
        try machines[0].carry(to: machines[1])
        try machines[1].sync()
        #expect(machines[1].library.lines.count == 5)
        #expect(machines[1].library.lines == machines[0].library.lines)
    }

    @Test("a library that was set back gets its own lines from its own file")
    func setBack() throws {
        let directory = TemporaryDirectory()
        let machine = SimulatedMachine(1, in: directory.path, clock: 1_795_000_000_000)
        save(1...10, on: machine)
        try machine.sync()
        let lines = machine.library.lines
        machine.library = SimulatedLibrary()
        machine.library.recover()
        try machine.sync()
        #expect(machine.library.lines == lines)
        // Even if the state was lost, so that a snapshot is needed.
        machine.library = SimulatedLibrary()
        machine.state = SyncState()
        try machine.sync()
        #expect(machine.library.lines == lines)
        #expect(try machine.files().count == 1)
    }

    @Test("a machine that returns after a year does not bring deleted jokes back")
    func afterAYear() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...5, on: machines[0])
        try exchange(machines)
        for machine in machines { machine.clock += 365 * 86_400_000 }
        for number in 1...3 {
            let id = Joke.ID(rawValue: "joke-\(number)")
            let status = machines[0].library.jokes.status(id).deleted(at: machines[0].now)
            machines[0].library.jokes.setStatus(id, status, at: machines[0].now)
            machines[0].library.logged([id])
        }
        machines[0].library.jokes.emptyTrash(deletedBefore: WallTime(milliseconds: .max), sparing: [])
        try exchange(machines)
        #expect(machines[1].library.jokes.saved.map(\.joke.id.rawValue) == ["joke-4", "joke-5"])
        #expect(machines[0].library.lines == machines[1].library.lines)
    }

    /// The data is the lines of the library, of what was shown and of what was learned, as files of an export have them.
    private func data(_ machine: SimulatedMachine) throws -> Int {
        var data = 0
        try machine.library.export(nil) { data += $0.utf8.count + 1 }
        return data
    }

    @Test(
        "the folder has at most 1.3 times the data, although most lines are superseded",
        arguments: [(1, 20), (1, 400), (2, 60), (2, 400), (5, 40), (5, 400)])
    func compaction(machineCount: Int, jokeCount: Int) throws {
        let directory = TemporaryDirectory()
        var random = Xorshift(state: UInt64(machineCount * 1_000 + jokeCount))
        let machines = (1...machineCount).map {
            SimulatedMachine($0, in: directory.path, clock: 1_795_000_000_000)
        }
        save(1...jokeCount, on: machines[0])
        try exchange(machines)
        for round in 1...40 {
            for machine in machines {
                machine.clock += 60_000
                func some() -> [Int] {
                    (0..<jokeCount / 20).map { _ in .random(in: 1...jokeCount, using: &random) }
                }
                save(some(), on: machine)
                delete(some(), on: machine)
                machine.library.seen.mark(some().map { UInt64($0) }, at: machine.now)
            }
            try exchange(machines)
            // No event tells that texts of deleted jokes were removed. The daily comparison finds it.
            if round % 10 == 0 {
                for machine in machines {
                    machine.library.jokes.emptyTrash(deletedBefore: machine.now, sparing: [])
                }
                try exchange(machines, all: true)
            }
            let folder = try machines[0].files().values.reduce(0) { $0 + $1.count }
            let most = try data(machines[0]) * 13 / 10 + machineCount * 2_048
            #expect(folder <= most, "round \(round)")
        }
        #expect(Set(machines.map(\.library.lines)).count == 1)
    }

    @Test("compaction rewrites few bytes for each one that is appended")
    func amortization() throws {
        let directory = TemporaryDirectory()
        let machine = SimulatedMachine(1, in: directory.path, clock: 1_795_000_000_000)
        save(1...300, on: machine)
        try machine.sync()
        var (appended, written, snapshots) = (0, 0, 0)
        var (number, size) = (machine.state.number, machine.state.size)
        for count in 0..<2_000 {
            machine.clock += 1_000
            save([1 + count % 300], on: machine)
            try machine.sync()
            if machine.state.number == number {
                appended += machine.state.size - size
            } else {
                snapshots += 1
                written += machine.state.size
            }
            (number, size) = (machine.state.number, machine.state.size)
        }
        #expect(snapshots > 0)
        #expect(written < 10 * appended)
    }

    @Test("after its lines were imported, a conflict copy is removed, and the file of this machine has them")
    func conflictCopy() throws {
        let directory = TemporaryDirectory()
        let machine = SimulatedMachine(1, in: directory.path, clock: 1_795_000_000_000)
        save(1...3, on: machine)
        try machine.sync()
        let (name, bytes) = try #require(try machine.files().first)
        // The copy has a line that the library had lost.
        let other = SimulatedMachine(2, in: directory.path, clock: machine.clock)
        save(4...4, on: other)
        let line = try #require(other.library.jokes.lines.first?.text)
        let copy = name.dropLast(6) + ".sync-conflict-20261121-093000-ABCDEFG.jokes"
        try machine.write(bytes + SyncRecord.bytes(line), to: String(copy))
        try machine.sync()
        #expect(machine.library.lines.count == 4)
        let files = try machine.files()
        #expect(files.count == 1)
        #expect(files.values.flatMap { Records($0).lines }.contains { $0.text == line })
    }

    @Test("a line of which a later version made something else does not stop the others")
    func invalidLine() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...2, on: machines[0])
        try exchange(machines)
        let name = try #require(try machines[0].files().keys.first { $0.hasPrefix(machines[0].id) })
        let line = #"{"id":"odd","value":7,"changedAt":"2026-11-21T09:30:00.000Z"}"#
        try machines[1].write(try #require(try machines[0].files()[name]) + SyncRecord.bytes(line), to: name)
        save(3...3, on: machines[1])
        #expect(try machines[1].sync().merge.skipped == 1)
        #expect(machines[1].library.lines.count == 3)
    }

    @Test("a file that cannot be read does not stop the others, and is read when it can be")
    func unreadableFile() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...2, on: machines[0])
        try exchange(machines)
        let other = SimulatedMachine(3, in: directory.path, clock: machines[0].clock)
        save(7...7, on: other)
        try other.sync()
        try other.carry(to: machines[1])
        let name = try #require(try other.files().keys.first)
        // Larger than any file that is read.
        let path = "\(machines[1].folder.path)/\(name)"
        let size = try #require(try other.files()[name]).count
        try #require(truncate(path, machines[1].folder.largestFile + 1) == 0)
        save(3...3, on: machines[0])
        try exchange(machines)
        #expect(machines[1].library.lines.count == 3)
        #expect(machines[1].state.files[name]?.problem != nil)
        let comparedAt = machines[1].state.comparedAt
        machines[1].clock += 60_000
        try machines[1].sync()
        #expect(machines[1].state.comparedAt == comparedAt, "it is not read again")
        #expect(machines[1].state.files[name]?.readAt == WallTime(milliseconds: 0))
        try #require(truncate(path, size) == 0)
        try machines[1].sync()
        #expect(machines[1].library.lines.count == 4)
        #expect(machines[1].state.files[name]?.problem == nil)
    }

    @Test("an hour after a file was removed, the library is compared once, and the file is forgotten")
    func removedFile() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...2, on: machines[0])
        try exchange(machines)
        let one = machines[1]
        let name = try #require(try one.files().keys.first { $0.hasPrefix(machines[0].id) })
        one.remove(name)
        for _ in 1...2 {
            try one.sync(all: true)
            #expect(one.state.files[name]?.missingSince == WallTime(milliseconds: 1_795_000_000_000))
            one.clock += 1_900_000
        }
        try one.sync()
        #expect(one.state.files.isEmpty)
        let comparedAt = one.state.comparedAt
        #expect(comparedAt == one.now)
        one.clock += 1_000
        try one.sync()
        #expect(one.state.comparedAt == comparedAt)
    }

    @Test("a file that its machine has replaced by a newer one is forgotten at once")
    func replacedFile() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...2, on: machines[0])
        try exchange(machines)
        let name = try #require(try machines[0].files().keys.first { $0.hasPrefix(machines[0].id) })
        machines[0].remove(name)
        try exchange(machines)
        let names = try machines[0].files().keys.filter { $0.hasPrefix(machines[0].id) }
        #expect(names.count == 1 && names != [name])
        #expect(Array(machines[1].state.files.keys) == names)
    }

    @Test("a run that finds nothing new writes nothing and stores no state")
    func silence() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...5, on: machines[0])
        save(4...9, on: machines[1])
        try exchange(machines)
        let states = machines.map(\.state)
        let files = try machines.map { try $0.files() }
        for machine in machines { #expect(try machine.sync() == SyncReport()) }
        #expect(machines.map(\.state) == states)
        #expect(try machines.map { try $0.files() } == files)
    }

    @Test("a joke that was shown is appended as one record, and nobody writes it again")
    func showing() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(3, in: directory)
        for machine in machines { machine.library.seen.mark([9], at: machine.now) }
        try exchange(machines)
        machines[0].clock += 1_000
        machines[0].library.seen.mark([7, 8], at: machines[0].now)
        let written = try (1...3).map { _ in
            let reports = try machines.map { try $0.sync() }
            for one in machines {
                for other in machines where one !== other { try one.carry(to: other) }
            }
            return reports.map(\.written)
        }
        #expect(written == [[2, 0, 0], [0, 0, 0], [0, 0, 0]])
        #expect(machines.allSatisfy { $0.library.seen == machines[0].library.seen })
    }

    @Test("what a machine has learned is known elsewhere after its file was lost, and after a reset")
    func taste() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(3, in: directory)
        let joke = Joke(
            id: Joke.ID(rawValue: "a"), value: "?", categories: [], source: "pack", language: "en")
        func learned(_ index: Int) -> Taste.Evidence {
            machines[index].library.taste.evidence(of: .source("pack"))
        }
        machines[0].library.taste.learn(isLiked: true, from: joke)
        machines[1].library.taste.learn(isLiked: false, from: joke)
        try exchange(machines, all: true)
        for index in 0..<3 { #expect(learned(index) == .init(likes: 1, dislikes: 1)) }
        // The other machines have written what the lost file had.
        for machine in machines {
            for name in try machine.files().keys where name.hasPrefix(machines[0].id) { machine.remove(name) }
        }
        try exchange(Array(machines[1...]), all: true)
        #expect(learned(2) == .init(likes: 1, dislikes: 1))
        // The clock of the first machine was set back, and its state is lost.
        machines[0].clock -= 80_000_000
        machines[0].state = SyncState()
        machines[0].library.taste.reset()
        try exchange(machines, all: true)
        for index in 0..<3 { #expect(learned(index) == .init(dislikes: 1)) }
    }

    @Test("a like is appended as one record")
    func append() throws {
        let directory = TemporaryDirectory()
        let machine = SimulatedMachine(1, in: directory.path, clock: 1_795_000_000_000)
        save(1...100, on: machine)
        try machine.sync()
        let before = try #require(try machine.files().values.first)
        machine.clock += 1
        save(7...7, on: machine)
        #expect(try machine.sync().written == 1)
        let after = try #require(try machine.files().values.first)
        #expect(try machine.files().count == 1)
        #expect(after.starts(with: before))
        #expect(after.count - before.count < 512)
    }

    // MARK: Hostile folders

    @Test("lines of the year 9999 in the folder, whoever wrote them, stop no newer ones")
    func postdated() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...2, on: machines[0])
        let joke = try #require(machines[0].library.jokes.saved.first?.joke)
        machines[0].library.taste.learn(isLiked: true, from: joke)
        machines[0].library.seen.mark([7], at: machines[0].now)
        try exchange(machines, all: true)
        let last = WallTime.last.milliseconds
        let planted = [
            #"{"id":"\#(joke.id.rawValue)","source":"pack","value":"!","changedAt":"9999-12-31T23:59:59.999Z"}"#,
            #"{"seen":"0000000000000007","at":\#(last)}"#,
            #"{"taste":"\#(machines[0].id)","at":\#(last),"source":{},"category":{}}"#,
        ]
        for machine in machines {
            try machine.write(planted.flatMap { SyncRecord.bytes($0) }, to: "ffffffffffffffff-1.jokes")
            machine.clock += 3_600_000
        }
        let deleted = machines[0].library.jokes.status(joke.id).deleted(at: machines[0].now)
        machines[0].library.jokes.setStatus(joke.id, deleted, at: machines[0].now)
        machines[0].library.logged([joke.id])
        machines[0].library.taste.learn(isLiked: true, from: joke)
        machines[0].library.seen.mark([7], at: machines[0].now)
        // Without its state, the machine compares its library with the folder.
        machines[0].state = SyncState()
        try exchange(machines, all: true)
        #expect(machines[1].library.lines == machines[0].library.lines)
        #expect(!machines[1].library.jokes.status(joke.id).isSaved)
        #expect(machines[1].library.taste.evidence(of: .source(joke.source)) == .init(likes: 2))
        #expect(try machines[0].sync(all: true).written == 0)
    }

    @Test(
        "a file of this machine with any number is read and removed, and one snapshot follows",
        arguments: [900_000_000, 900_000_001, 999_999_998, 999_999_999], [false, true])
    func implausibleNumber(number: Int, isStateLost: Bool) throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...5, on: machines[0])
        try exchange(machines)
        let other = SimulatedMachine(3, in: directory.path, clock: machines[0].clock)
        save(7...7, on: other)
        let line = try #require(other.library.jokes.lines.first?.text)
        try machines[0].write(
            SyncRecord.bytes(line), to: SyncFileName(machine: machines[0].id, number: number).text)
        if isStateLost { machines[0].state = SyncState() }
        let older = machines[0].state.number
        try machines[0].sync(all: true)
        try machines[0].sync(all: true)
        #expect(machines[0].library.jokes.saved.count == 6)
        let files = try machines[0].files().keys.filter { $0.hasPrefix(machines[0].id) }
        #expect(files == [SyncFileName(machine: machines[0].id, number: machines[0].state.number).text])
        #expect(machines[0].state.number <= max(older, number > 900_000_000 ? 1 : number) + 2)
        let state = machines[0].state
        #expect(try machines[0].sync(all: true).written == 0)
        #expect(machines[0].state.number == state.number)
        try exchange(machines)
        #expect(machines.map(\.library.lines.count) == [6, 6])
    }

    @Test("numbers have an end, which is an error and not a file that nobody reads")
    func lastNumber() throws {
        let directory = TemporaryDirectory()
        let machine = SimulatedMachine(1, in: directory.path, clock: 1_795_000_000_000)
        machine.state.number = SyncFileName.numbers.upperBound
        #expect(throws: SystemError.self) { try machine.sync() }
        #expect(try machine.files().isEmpty)
    }

    @Test("pipes, links, devices, directories and names that are no text do not stop a run, and are not read")
    func oddMembers() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...3, on: machines[1])
        try machines[1].sync()
        try machines[1].carry(to: machines[0])
        let (one, folder) = (machines[0], machines[0].folder.path)
        let other = String(repeating: "a", count: 16)
        for owner in [one.id, other] {
            mkfifo("\(folder)/\(owner)-1.jokes", 0o600)
            mkdir("\(folder)/\(owner)-2.jokes", 0o700)
            symlink("/dev/zero", "\(folder)/\(owner)-3.jokes")
            symlink("\(folder)/\(owner)-4.jokes", "\(folder)/\(owner)-4.jokes")
            mkfifo("\(folder)/.\(owner)-5.jokes.unfinished", 0o600)
            mkdir("\(folder)/.\(owner)-6.jokes.unfinished", 0o700)
        }
        let broken = Array("\(folder)/\(other)-7".utf8) + [0xFF] + Array(".jokes\0".utf8)
        mkfifo(broken.map { CChar(bitPattern: $0) }, 0o600)
        #expect(try one.sync().merge.added == 3)
        #expect(try one.sync(all: true) == SyncReport())
        save(4...4, on: one)
        #expect(try one.sync().written == 1)
        #expect(one.state.number == 5)
        for name in ["\(one.id)-1.jokes", "\(one.id)-3.jokes", "\(one.id)-6.jokes"] {
            let file = SyncFileName(machine: one.id, number: 1)
            #expect(throws: SystemError.self, "\(name)") { try one.folder.append([1], to: file) }
            #expect(throws: SystemError.self, "\(name)") { _ = try one.folder.open(file) }
        }
    }

    @Test("of a folder with too many jokes, the larger file is reported, and the others are read")
    func tooManyJokes() throws {
        let directory = TemporaryDirectory()
        let machine = SimulatedMachine(1, in: directory.path, clock: 1_795_000_000_000, mostKeys: 8)
        let others = (2...3).map { SimulatedMachine($0, in: directory.path, clock: machine.clock) }
        save(1...20, on: others[0])
        save(101...105, on: others[1])
        for other in others {
            try other.sync()
            try other.carry(to: machine)
        }
        try machine.sync()
        let saved = machine.library.jokes.saved.map(\.joke.id.rawValue)
        #expect((101...105).allSatisfy { saved.contains("joke-\($0)") } && saved.count == 8)
        let problems = machine.state.files.filter { $0.value.problem != nil }
        #expect(problems.keys.map { $0.prefix(16) } == [others[0].id.prefix(16)])
        // It comes to rest.
        let comparedAt = machine.state.comparedAt
        machine.clock += 60_000
        #expect(try machine.sync() == SyncReport())
        #expect(machine.state.comparedAt == comparedAt)
    }

    @Test("of too many files, one is reported, and those of this machine and the small ones are read")
    func tooManyFiles() throws {
        let directory = TemporaryDirectory()
        let machines = SimulatedMachine.several(2, in: directory)
        save(1...3, on: machines[0])
        try exchange(machines)
        let padding = SyncRecord.bytes(String(repeating: "x", count: 2_000))
        for number in 0..<SyncFolder.mostFiles + 10 {
            try machines[0].write(padding, to: "\(HexDigits.of(UInt64(number)))-1.jokes")
        }
        save(4...4, on: machines[1])
        try exchange(machines)
        #expect(machines[0].library.lines.count == 4)
        let problems = machines[0].state.files.filter { $0.value.problem != nil }
        #expect(problems.count == 1)
        #expect(machines[0].state.files.count <= SyncFolder.mostFiles + 1)
        #expect(try machines[0].sync() == SyncReport())
    }

    /// A library that keeps nothing but the sizes of its imports.
    private struct CountingLibrary: SyncLibrary {
        var imports: [Int] = []
        func changes(since position: SyncPosition?) -> SyncChanges {
            SyncChanges(position: SyncPosition(epoch: "", seq: 0), isComplete: true)
        }
        func export(_ jokes: [String]?, _ visit: (String) -> Void) {}
        mutating func merge(_ lines: [String]) -> SyncMerge {
            imports.append(lines.reduce(0) { $0 + $1.utf8.count })
            return SyncMerge()
        }
    }

    @Test("a large file is read in pieces, and imported in several imports")
    func largeFile() throws {
        let directory = TemporaryDirectory()
        let text = String(repeating: "x", count: 20_000)
        let lines = (0..<500).map {
            #"{"id":"\#($0)","source":"s","value":"\#(text)","changedAt":"2026-11-21T09:30:00.000Z"}"#
        }
        let name = SyncFileName(machine: String(repeating: "a", count: 16), number: 1)
        let bytes = SyncRecord.bytes(of: lines)
        directory.write(bytes, to: name.text)
        let folder = SyncFolder(directory.path)
        var pieces: [Int] = []
        try folder.open(name).read(from: 7, to: .max) { pieces.append($0.count) }
        #expect(pieces.reduce(0, +) == bytes.count - 7)
        #expect(pieces.allSatisfy { $0 <= 256 << 10 })
        var synchronizer = Synchronizer(
            CountingLibrary(), folder: folder, machine: String(repeating: "b", count: 16), name: "",
            state: SyncState()
        ) { _ in }
        try synchronizer.run(comparesAll: true, at: WallTime(milliseconds: 1_795_000_000_000))
        let imports = synchronizer.library.imports
        #expect(imports.count == 3 && imports.allSatisfy { $0 < 5 << 20 })
        #expect(imports.reduce(0, +) == lines.reduce(0) { $0 + $1.utf8.count })
    }

    // MARK: Support

    /// The keys of the jokes in the saved list.
    private func saved(_ machine: SimulatedMachine) -> Set<JokeKey> {
        Set(machine.library.jokes.saved.map(\.joke.key))
    }

    private func save(_ numbers: some Sequence<Int>, on machine: SimulatedMachine) {
        var ids: [Joke.ID] = []
        for number in numbers {
            let joke = Joke(
                id: Joke.ID(rawValue: "joke-\(number)"), value: "Why \(number)?", source: "pack",
                language: "en")
            machine.library.jokes.upsertJoke(joke)
            machine.library.jokes.setStatus(joke.id, JokeStatus(savedAt: machine.now), at: machine.now)
            ids.append(joke.id)
        }
        machine.library.logged(ids)
    }

    private func delete(_ numbers: [Int], on machine: SimulatedMachine) {
        let ids = numbers.map { Joke.ID(rawValue: "joke-\($0)") }
        for id in ids {
            let status = machine.library.jokes.status(id).deleted(at: machine.now)
            machine.library.jokes.setStatus(id, status, at: machine.now)
        }
        machine.library.logged(ids)
    }

    private func exchange(_ machines: [SimulatedMachine], all: Bool = false) throws {
        for _ in 1...3 {
            for machine in machines { try machine.sync(all: all) }
            for one in machines {
                for other in machines where one !== other { try one.carry(to: other) }
            }
        }
    }
}

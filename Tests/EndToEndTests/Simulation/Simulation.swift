// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire

/// A random run of jokesd with faults of the disk, power failures, kills, clocks that are set, and damaged files. The
/// same seed gives the same run.
///
/// The expectations are the promises of Protocol.md and docs/failures.md: what was acknowledged is there after each
/// end, what was refused is not, a sequence number never means two states, a date has one joke, no joke comes twice
/// before all came, undo is exact, counts are those of lists, and every request is answered.
final class Simulation {
    /// How often each thing happened, for the report.
    struct Counts {
        var lives = 0, requests = 0, kills = 0, powerFailures = 0, faults = 0, damages = 0, clockSteps = 0,
            intruders = 0, fetches = 0
        var commands = 0
    }

    private static let capacity = 12
    private static let inFlight = 8

    let seed: UInt64
    /// All that was done, with the replies.
    var story: String { trace.joined(separator: "\n") }
    private(set) var counts = Counts()
    /// The broken promises.
    private(set) var findings: [String] = []
    /// The last commands and replies, for the report of a finding.
    private var trace: [String] = []

    /// The damage to the database since the run before.
    private enum Damage { case nothing, lost, flippedBit }

    private var random: Xorshift
    private var damage = Damage.nothing
    /// Whether a bit of the schema was flipped, which may be found long after the start.
    private var hasFlippedBit = false
    /// The size of the daemon's standard error when the store of this life was compared.
    private var loggedBefore = 0
    /// The time of the restoration that was compared last, or nil if there was none.
    private var restoredAt: String?
    /// Whether a start may add decisions of a damaged file.
    private var isSalvageDue = false
    private let host: TestDaemon
    private let daemon: SimulatedDaemon
    private let fetcher: SimulatedFetcher
    private var disk: SimulatedDisk
    /// The ids of all jokes of the packs.
    private let pool: Set<String>

    private var client: SocketClient?
    private var observer: SocketClient?
    /// The store after the acknowledged requests.
    private var expected: ExpectedStore?
    private var pending: [StoreRequest] = []
    /// The store after the last acknowledged decision, and the requests for jokes since then. A power failure may take
    /// these.
    private var stored: ExpectedStore?
    private var unconfirmed: [StoreRequest] = []
    private var past: [String] = []
    /// The number of jokes that were imported.
    private var importedCount = 0
    /// Whether the disk may have refused something in this life, or in the one before, whose result was not read yet.
    private var isFaulty = false
    private var wasFaulty = false
    /// Whether jokes that were shown may be forgotten: the disk failed, or the power.
    private var mayForget = false
    /// Whether the card is unknown after a kill or a power failure, because a joke came while the queue was empty.
    private var hasUnknownCard = false
    /// Whether the queue may have other jokes, because the power failed before they were synced.
    private var mayHaveOtherQueue = false
    /// The state that each sequence number had.
    private var states: [String: String] = [:]
    private var dailyJokes: [String: String] = [:]
    /// The jokes of all days, also those whose replies were lost. They count as shown, and may have been shown before.
    private var jokesOfDays: Set<String> = []
    /// Whether the jokes are those of the built-in pack, from which the joke of the day is chosen.
    private let hasBuiltinPack: Bool
    private var disliked: Set<String> = []
    /// The jokes that came since all had come. A joke that may come twice may also begin a round, so that several sets
    /// are possible. Nil if it is unknown when all had come.
    private var rounds: Set<Set<String>>? = [[]]
    /// The jokes that an undo put back into the queue, so that they may come again.
    private var putBack: Set<String> = []

    init(seed: UInt64) throws {
        self.seed = seed
        random = Xorshift(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        for _ in 0..<4 { _ = random.next() }
        let count = [14, 60, 400][Int(seed % 3)]
        hasBuiltinPack = seed % 5 != 0
        host = try TestDaemon(
            configuration: """
                {
                  "queue": { "capacity": \(Self.capacity), "lowWater": 6 },
                  "sources": {
                    "fortune": { "enabled": false },
                    \(hasBuiltinPack ? "" : #""builtin": { "enabled": false }, "own": { "type": "pack", "path": "~/many.jsonl" },"#)
                    "\(SimulatedFetcher.source)": { "enabled": \(seed % 2 == 0) }
                  }
                }
                """)
        host.environment["JOKESD_PACKS"] = "\(host.directory.path)/home/many.jsonl"
        let ids = (1_000..<1_000 + count).map { "many-\($0)" }
        pool = Set(ids)
        try Files.write(
            ids.map {
                #"{"id":"\#($0)","categories":["test"],"texts":{"en":{"value":"This is \#($0)."}}}"# + "\n"
            }
            .joined(), to: "\(host.directory.path)/home/many.jsonl")
        host.environment["JOKESD_FETCH_SOCKET"] = "\(host.directory.path)/fetch"
        fetcher = try SimulatedFetcher(path: "\(host.directory.path)/fetch")
        daemon = try SimulatedDaemon(
            host, wall: 1_800_000_000_000_000_000 + Int(seed % 1_000) * 3_600_000_000_000)
        disk = SimulatedDisk(directory: host.dataDirectory, log: daemon.log)
    }

    /// Runs the daemon this many times, and ends each run in some way.
    func run(lives: Int) throws {
        for _ in 0..<lives where findings.isEmpty {
            counts.lives += 1
            do { try live() } catch {
                // A killed daemon may close its connections before it is known to have ended.
                if daemon.report != nil { try daemon.command("go") }
                guard daemon.report == nil else { throw error }
                try ended()
            }
        }
        if daemon.report != nil { try daemon.kill() }
        for _ in 0..<8 where findings.isEmpty && damage == .nothing && expected != nil {
            try liveWithStrangeValue()
        }
        counts.commands = daemon.commands
    }

    private func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    /// Notes a broken promise, if it is the first one.
    func find(_ what: String) {
        guard findings.isEmpty else { return }
        findings.append(
            """
            seed \(seed), life \(counts.lives): \(what)
            \(trace.suffix(400).joined(separator: "\n"))
            \(host.errors.suffix(12_000))
            """)
    }

    private func note(_ what: String) { trace.append(what) }
}

// MARK: Lives

extension Simulation {
    private func live() throws {
        (wasFaulty, isFaulty) = (isFaulty, false)
        (client, observer) = (nil, nil)
        note("life \(counts.lives)")
        let logged = host.errors.utf8.count
        try daemon.launch(seed: random.next() >> 8)
        // One start in eight is interrupted, and one in eight has a disk that fails.
        if chance(8) {
            try die(within: 300)
        } else if chance(8) {
            try failDisk()
        }
        // While a backup is restored, a second one would see what is unfinished.
        if damage != .nothing, chance(2) { try intrude(within: 400) }
        try daemon.settle()
        guard daemon.report != nil, try connect() else { return try ended() }
        guard try compare() else { return }
        // On a disk that fails, a bit that was found at the start may still be in the database.
        loggedBefore = isFaulty ? logged : host.errors.utf8.count
        if !isFaulty, chance(2) { try failDisk() }
        let steps = Int.random(in: 5...150, using: &random)
        for _ in 0..<steps where daemon.report != nil && findings.isEmpty { try step() }
        guard findings.isEmpty else { return }
        try endLife()
    }

    /// Starts a second jokesd in the same data directory, at some moment of the work of the first one.
    private func intrude(within most: Int) throws {
        try daemon.command("stop \(Int.random(in: 1...most, using: &random))")
        for _ in 0..<20 where daemon.report != nil && daemon.report?.kind != "stop" {
            if client != nil, daemon.report?.threads == 0 { try request() }
            try daemon.command(daemon.report?.threads == 0 ? "go" : "thread 0")
        }
        guard daemon.report?.kind == "stop" else { return }
        note("a second jokesd")
        counts.intruders += 1
        let before = disk.list()
        var environment = host.environment
        environment["XDG_RUNTIME_DIR"] = "\(host.directory.path)/run2"
        try Files.makeDirectory("\(host.directory.path)/run2")
        let run = try ProgramRun(Programs.path(of: "jokesd"), [], environment: environment)
        if run.succeeded || !run.errors.contains("is in use by another jokesd") {
            find("a second jokesd said: \(run.errors)")
        }
        if disk.list() != before { find("a second jokesd changed \(before) to \(disk.list())") }
    }

    private func endLife() throws {
        guard daemon.report != nil else { return try ended() }
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            note("terminate")
            // A disk that fails does not keep the daemon from ending.
            try daemon.kill(SIGTERM)
        case 1:
            try die(within: 60)
            for _ in 0..<200 where daemon.report != nil && findings.isEmpty { try step() }
            if daemon.report != nil { try daemon.kill() }
        default:
            note("kill")
            try daemon.kill()
        }
        try ended()
    }

    /// Starts with any value in any place of the database. The daemon then refuses to start, restores a backup, or works,
    /// and answers all requests.
    private func liveWithStrangeValue() throws {
        let columns = try host.query(
            """
            SELECT t.name || ' ' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND t.sql NOT LIKE '%VIRTUAL%' AND t.name NOT LIKE 'words%' ORDER BY 1
            """
        ).split(separator: "\n").map { $0.split(separator: " ") }
        let values = [
            "NULL", "-1", "0", "9223372036854775807", "-9223372036854775808", "1e308", "''", "'[1,{}]'",
            "x'00ff'",
        ]
        let tables = Set(columns.map { $0[0] }).sorted()
        // The core calculates with the numbers of the session.
        guard let table = chance(3) ? "session" : tables.randomElement(using: &random),
            let column = columns.filter({ $0[0] == table }).randomElement(using: &random),
            let value = values.randomElement(using: &random)
        else { return find("the database has no columns") }
        let bytes = try Files.read(host.database)
        let log = (try? Files.read("\(host.database)-wal")) ?? []
        note("\(column[0]).\(column[1]) = \(value)")
        // A constraint may not admit the value.
        guard (try? host.alter("UPDATE \(column[0]) SET \(column[1]) = \(value)")) != nil else { return }
        counts.damages += 1
        isFaulty = true
        try daemon.launch(seed: random.next() >> 8)
        try daemon.settle()
        if daemon.report != nil {
            let client = try host.connect()
            let methods: [Method] = [
                .jokeLike, .jokeUndo, .jokeNext, .savedList, .stateGet, .dailyGet, .daemonStatus,
            ]
            for method in methods { try client.request(method) }
            try daemon.settle()
            let replies = try client.arrivedLines().count
            if daemon.report != nil, replies != methods.count {
                find("\(replies) replies to \(methods.count) requests")
            }
            if daemon.report != nil { try daemon.kill() }
        }
        switch daemon.end {
        case .signaled(SIGKILL)?: break
        case .exited(let status)? where status != 0: note("refused with \(status)")
        default: find("it ended with \(daemon.end.map { "\($0)" } ?? "nothing")")
        }
        for name in Files.names(in: host.dataDirectory) where name != "backups" {
            unlink("\(host.dataDirectory)/\(name)")
        }
        try Files.write(bytes, to: host.database)
        if !log.isEmpty { try Files.write(log, to: "\(host.database)-wal") }
    }

    /// Notes what the clients still got, and does something to the files before the next start.
    private func ended() throws {
        try readReplies()
        (client, observer) = (nil, nil)
        fetcher.end()
        switch daemon.end {
        case .signaled(SIGKILL)?: counts.kills += 1
        case .exited(let status)? where status == 0 || (isFaulty && status == 74): break
        default: return find("it ended with \(daemon.end.map { "\($0)" } ?? "nothing")")
        }
        if chance(3) {
            counts.powerFailures += 1
            (mayForget, mayHaveOtherQueue) = (true, true)
            note("power failure")
            try disk.losePower(using: &random)
        } else if disk.unflushed > 4_000_000 || chance(6) {
            try disk.flush()
        }
        if chance(4) { try setClock() }
        forgetLostDatabase()
        if damage == .nothing, chance(10) { try damageDatabase() }
    }

    /// Damages the database as a disk or a person does. All decisions can be read afterwards, or a backup has some.
    private func damageDatabase() throws {
        guard let bytes = try? Files.read(host.database), !bytes.isEmpty else { return }
        counts.damages += 1
        let kind = Int.random(in: 0..<4, using: &random)
        switch kind {
        case 0:
            note("the database is emptied")
            try Files.write([], to: host.database)
        case 1:
            note("the database is removed")
            unlink(host.database)
        default:
            // The shell moves the log into the database, so that no page of the log hides the bit.
            guard (try? host.query("PRAGMA user_version")) != nil else { return }
            try disk.flush()
            try flipBit()
        }
        try disk.flush()
        damage = kind >= 2 ? .flippedBit : .lost
        forgetLostDatabase()
    }

    /// Expects that the next start is a first one, if nothing shows that there was a database.
    private func forgetLostDatabase() {
        let files = ["", "-wal", ".restored"].map { host.database + $0 }
        guard damage == .lost, files.allSatisfy({ (try? Files.read($0).isEmpty) ?? true }),
            Files.names(in: "\(host.dataDirectory)/backups").isEmpty
        else { return }
        damage = .nothing
        (expected, stored, rounds) = (nil, nil, nil)
        (pending, unconfirmed, past) = ([], [], [])
    }

    /// Flips a bit of the schema: in its text, or in the first page, which describes where the text is.
    private func flipBit() throws {
        var bytes = try Files.read(host.database)
        let statements = chance(3) ? [] : Self.places(of: "CREATE ", in: bytes)
        let place =
            statements.randomElement(using: &random).map { $0 + Int.random(in: 0..<300, using: &random) }
            ?? Int.random(in: 100..<4_096, using: &random)
        guard bytes.indices.contains(place), bytes[place] != 0 else { return }
        bytes[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
        note("bit flipped at \(place)")
        hasFlippedBit = true
        try Files.write(bytes, to: host.database)
    }

    private static func places(of text: String, in bytes: [UInt8]) -> [Int] {
        let text = Array(text.utf8)
        return bytes.indices.filter { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
    }

    private func die(within most: Int) throws {
        let operation = Int.random(in: 1...most, using: &random)
        note("die within operation \(operation)")
        try daemon.command("die \(operation)")
    }

    private func failDisk() throws {
        let faults = [("w", EIO), ("w", ENOSPC), ("e", ENOSPC), ("s", EIO), ("n", EIO), ("n", ENOSPC)]
        let (kinds, error) = faults[Int.random(in: 0..<faults.count, using: &random)]
        let first = Int.random(in: 1...120, using: &random)
        let step = chance(2) ? 1 : Int.random(in: 2...60, using: &random)
        note("fail \(kinds) \(error) from \(first), every \(step)")
        (isFaulty, mayForget) = (true, true)
        counts.faults += 1
        try daemon.command("fail \(kinds) \(error) \(first) \(step)")
    }

    private func setClock() throws {
        counts.clockSteps += 1
        let hours = Int.random(in: -60...60, using: &random)
        note("clock \(hours) h")
        try daemon.pass(1_000_000, settingWallBy: hours * 3_600_000_000_000)
    }

    private func connect() throws -> Bool {
        guard daemon.report != nil else { return false }
        let (client, observer) = (try host.connect(), try host.connect())
        (self.client, self.observer) = (client, observer)
        try observer.request(.stateSubscribe)
        try daemon.settle()
        return daemon.report != nil
    }
}

// MARK: Steps

extension Simulation {
    private func step() throws {
        switch Int.random(in: 0..<44, using: &random) {
        case 40..<43: try fetch()
        case 43: if seed % 2 == 0, !isFaulty { try waitForService() }
        case 0..<16: try request()
        case 16..<24: try daemon.command("go")
        case 24..<30:
            if let threads = daemon.report?.threads, threads > 0 {
                try daemon.command("thread \(Int.random(in: 0..<threads, using: &random))")
            }
        case 30..<33: try readReplies()
        case 33:
            try daemon.pass(
                [1_000_000, 1_000_000_000, 60_000_000_000, 3_700_000_000_000].randomElement(using: &random)
                    ?? 1)
        case 34: if chance(4) { try setClock() }
        case 35:
            guard isFaulty, chance(6) else { return }
            note("the disk works")
            try daemon.command("fail - 0 0 0")
        case 36..<38: try observe()
        case 38:
            if chance(20) { return try intrude(within: 30) }
            if chance(10) { try removeDatabase() }
        default: try settle()
        }
    }

    /// Removes the database while the daemon runs, up to three times. Decisions without a database are refused, and
    /// jokes are shown.
    private func removeDatabase() throws {
        try settle()
        guard daemon.report != nil, findings.isEmpty, damage == .nothing, !isFaulty else { return }
        for _ in 1...Int.random(in: 1...3, using: &random) {
            note("the database is removed while jokesd runs")
            damage = .lost
            counts.damages += 1
            let suffixes = chance(2) ? ["", "-wal", "-shm"] : [""]
            for suffix in suffixes { unlink(host.database + suffix) }
            try disk.flush()
            let method: Method = chance(2) ? .jokeNext : .jokeLike
            counts.requests += 1
            guard let replies = try replies(to: method) else { return }
            switch (method, replies.first.flatMap(StoreReply.init)) {
            case (.jokeNext, .shown), (.jokeLike, .refused("storage")): break
            default: return find("\(method) without a database: \(replies.map(\.jsonText))")
            }
        }
        try daemon.kill()
    }

    private func settle() throws {
        try daemon.settle()
        try readReplies()
        if daemon.report != nil, !pending.isEmpty {
            find("\(pending.count) requests have no reply: \(pending)")
        }
    }

    private func request() throws {
        guard pending.count < Self.inFlight, var store = expected else { return }
        let taken = pending.map(\.mostShown).reduce(0, +)
        if store.queue.count < max(Self.inFlight + 1, taken + 2) {
            try settle()
            guard findings.isEmpty, daemon.report != nil else { return }
            guard try confirm() else {
                note("the disk refuses all")
                if daemon.report != nil { try daemon.kill() }
                return
            }
            guard try compare() else { return }
            guard let compared = expected, !compared.queue.isEmpty else { return try nextOfRound() }
            store = compared
        }
        let request = randomRequest(of: store)
        note("-> \(request)")
        counts.requests += 1
        pending.append(request)
        try send(request)
    }

    /// Asks for a joke while the queue is empty, so that nobody knows which one comes.
    private func nextOfRound() throws {
        guard let before = expected else { return }
        note("-> next, with an empty queue")
        hasUnknownCard = true
        counts.requests += 1
        guard let replies = try replies(to: .jokeNext) else { return }
        let reply = replies.compactMap(StoreReply.init).first
        if let first = replies.first, try isOfFlippedBit(first) { return }
        guard let reply, case .shown = reply else {
            return find("next: \(replies.map(\.jsonText))")
        }
        note("<- \(reply)")
        let actual = try ExpectedStore(of: host, capacity: Self.capacity)
        if isFaulty {
            // The database may not have it. All before it was compared.
            expected = nil
            try daemon.kill()
        } else {
            if reply != .shown(card: actual.card) { find("\(reply), but \(actual.card) is stored") }
            came(.next, from: before, to: actual)
            unconfirmed.append(.came(card: actual.card, queue: actual.queue))
            expected = actual
        }
    }

    /// Sends a request, and returns its reply when the daemon has nothing to do. Returns nil if the daemon was killed
    /// meanwhile, before the reply or after it.
    private func replies(to method: Method) throws -> [JSON]? {
        guard let client else { return nil }
        try client.request(method)
        try daemon.settle()
        let lines = try client.arrivedLines()
        return daemon.report == nil ? nil : lines.compactMap { try? JSON(parsing: $0.utf8) }
    }

    private func fetch() throws {
        guard let act = try fetcher.act(using: &random) else { return }
        note(act)
        counts.fetches += 1
    }

    /// Asks for a joke of the service, and expects a reply within the documented time.
    private func waitForService() throws {
        try settle()
        guard let client, let before = expected, daemon.report != nil, findings.isEmpty else { return }
        note("-> next, of the service")
        hasUnknownCard = true
        counts.requests += 1
        try client.request(.jokeNext, ["wait": true, "source": .string(SimulatedFetcher.source)])
        var replies: [JSON] = []
        let began = daemon.uptime
        for _ in 0..<60 where replies.isEmpty && daemon.report != nil {
            try daemon.settle()
            if chance(3) { try fetch() }
            try daemon.settle()
            replies = try client.arrivedLines().compactMap { try? JSON(parsing: $0.utf8) }
            if replies.isEmpty { try daemon.pass(1_000_000_000) }
        }
        guard daemon.report != nil else { return }
        guard let line = replies.first, let reply = StoreReply(line) else {
            return find("next, of the service: \(replies.map(\.jsonText))")
        }
        note("<- \(line.jsonText.prefix(160))")
        let seconds = (daemon.uptime - began) / 1_000_000_000
        // 25 s, and one step of the clock.
        if seconds > 26 { find("a reply after \(seconds) s") }
        let actual = try ExpectedStore(of: host, capacity: Self.capacity)
        expected = actual
        if case .shown(let card) = reply {
            if card != actual.card { find("\(reply), but \(actual.card) is stored") }
            came(.next, from: before, to: actual)
            unconfirmed.append(.came(card: actual.card, queue: actual.queue))
        } else if actual.card != before.card {
            find("\(reply), but the card is \(actual.card), not \(before.card)")
        }
    }

    /// Sends a request, unless the daemon has ended.
    private func send(_ request: StoreRequest) throws {
        guard daemon.report != nil else { return }
        try client?.send(request.line(id: 1).jsonText)
    }

    private func randomRequest(of store: ExpectedStore) -> StoreRequest {
        switch Int.random(in: 0..<23, using: &random) {
        case 20:
            let known = store.statuses.keys.sorted().shuffled(using: &random).prefix(pending.isEmpty ? 2 : 0)
            let new = (0..<Int.random(in: 1...4, using: &random)).map {
                "import-\(1_000 + importedCount + $0)"
            }
            importedCount += new.count
            return .import((known + new).shuffled(using: &random))
        case 21, 22:
            let left = store.queue.count - pending.map(\.mostShown).reduce(0, +) - 1
            let count = Int.random(in: 1...max(1, min(4, left)), using: &random)
            return .batch((0..<count).map { _ in randomSimpleRequest(of: store) })
        default: return randomSimpleRequest(of: store)
        }
    }

    private func randomSimpleRequest(of store: ExpectedStore) -> StoreRequest {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<2: return .likeCard
        case 2: return .dislikeCard
        case 3..<10: return .next
        case 10..<12: return past.randomElement(using: &random).map { .like($0) } ?? .next
        case 12: return past.randomElement(using: &random).map { .dislike($0) } ?? .next
        case 13..<17: return .undo
        default:
            let ids = store.saved.sorted().prefix(Int.random(in: 1...8, using: &random))
            return ids.isEmpty ? .next : .delete(Array(ids))
        }
    }

    /// Reads the replies that have come.
    private func readReplies() throws {
        for line in try client?.arrivedLines() ?? [] {
            guard let message = try? JSON(parsing: line.utf8) else { continue }
            if message["id"] != nil || message.arrayValue != nil { try acknowledge(message) }
        }
    }

    private func acknowledge(_ message: JSON) throws {
        // After the bit was found, the store is the restored one.
        guard damage == .nothing else { return }
        guard !pending.isEmpty else { return find("a reply to no request: \(message.jsonText)") }
        let request = pending.removeFirst()
        guard let reply = StoreReply(message) else { return find("\(request): \(message.jsonText)") }
        note("<- \(message.jsonText.prefix(160).replacing(host.directory.path, with: ""))")
        if try isOfFlippedBit(message) { return }
        if reply.isRefusedByStorage {
            if !isFaulty { find("\(request) was refused: \(message.jsonText)") }
            if request == .next { find("a joke was refused: \(message.jsonText)") }
            if case .batch(let replies) = reply, !replies.allSatisfy(\.isRefused) {
                find("a part of a batch was refused: \(message.jsonText)")
            }
            return
        }
        guard var store = expected else { return }
        var replies: [StoreReply] = []
        var steps: [(request: StoreRequest, before: ExpectedStore, after: ExpectedStore)] = []
        for request in request.parts {
            let before = store
            replies.append(try store.apply(request))
            steps.append((request, before, store))
        }
        expected = store
        let predicted = if case .batch = request { StoreReply.batch(replies) } else { replies[0] }
        guard reply == predicted else { return find("\(request) came to \(reply), not \(predicted)") }
        if steps.contains(where: { !$0.after.hasDecisions(of: $0.before) }) {
            (stored, unconfirmed, hasUnknownCard) = (store, [], false)
        } else if steps.contains(where: { $0.after.card != $0.before.card }) {
            unconfirmed.append(request)
        }
        disliked.formUnion(store.statuses.filter { $0.value == .disliked }.keys)
        for step in steps {
            came(step.request, from: step.before, to: step.after)
            if case .import(let ids) = step.request { past += ids }
        }
    }

    /// Whether a flipped bit was found before this reply. A joke may be shown without the database then. The daemon is
    /// killed, and the next start compares what the restored database has.
    private func isOfFlippedBit(_ reply: JSON) throws -> Bool {
        guard hasFlippedBit else { return false }
        let logged = String(decoding: host.errors.utf8.dropFirst(loggedBefore), as: UTF8.self)
        guard reply.jsonText.contains("is damaged") || logged.contains("is damaged") else { return false }
        note("the flipped bit is found")
        damage = .flippedBit
        if daemon.report != nil { try daemon.kill() }
        return true
    }

    /// Expects that no joke comes twice before all came.
    private func came(_ request: StoreRequest, from before: ExpectedStore, to store: ExpectedStore) {
        guard store.card != before.card else { return }
        if case .undo = request {
            putBack.insert(before.card)
            return
        }
        past.append(store.card)
        if past.count > 40 { past.removeFirst() }
        if store.card == "error" { find("the card says that there is no joke") }
        // The day's joke is an exception.
        let isException = putBack.remove(store.card) != nil || jokesOfDays.contains(store.card)
        continueRounds(with: store.card, mayRepeat: isException, decided: store.statuses.keys)
    }

    private func continueRounds(with joke: String, mayRepeat: Bool, decided: some Collection<String>) {
        guard let rounds else { return }
        let repeatable = pool.subtracting(decided).subtracting(jokesOfDays)
        var continued: Set<Set<String>> = []
        for round in rounds {
            if mayRepeat || !round.contains(joke) { continued.insert(round.union([joke])) }
            if repeatable.isSubset(of: round) { continued.insert([joke]) }
        }
        if continued.isEmpty, let round = rounds.max(by: { $0.count < $1.count }) {
            find("\(joke) came again before \(repeatable.subtracting(round).sorted().prefix(3))")
        }
        self.rounds = continued.count > 32 ? nil : continued
    }
}

// MARK: Expectations

extension Simulation {
    /// Makes sure that what was shown is on the disk. Returns false if the disk refuses that.
    private func confirm() throws -> Bool {
        guard isFaulty else { return true }
        for _ in 0..<4 where !unconfirmed.isEmpty && findings.isEmpty && daemon.report != nil {
            guard let store = expected, !store.queue.isEmpty else { return false }
            note("-> like, to confirm")
            pending.append(.likeCard)
            try send(.likeCard)
            try settle()
        }
        return unconfirmed.isEmpty
    }

    /// Compares the database with the expectation, and continues with it. The last requests may be missing.
    private func compare() throws -> Bool {
        if try isFaulty && (stored == nil || isNewDatabaseUnfinished()) {
            // Nothing is lost before, or the next start compares it.
            try daemon.kill()
            return false
        }
        let actual = try ExpectedStore(of: host, capacity: Self.capacity)
        if try damage != .nothing || isSalvageDue || isFlippedBitFound() {
            return try compareAfterDamage(actual)
        }
        defer { (expected, pending) = (actual, []) }
        guard let expected, var stored else { return try startOver(actual) }
        let (before, requests) = mayForget ? (stored, unconfirmed + pending) : (expected, pending)
        // Only a request without a reply may have been refused.
        let found = before.after(requests[...], refusable: isFaulty || wasFaulty ? pending.count : 0) {
            hasUnknownCard
                ? $0.hasDecisions(of: actual) : $0.difference(from: actual, capacity: comparedQueue) == nil
        }
        guard let found else {
            let difference = before.difference(from: actual, capacity: comparedQueue) ?? "no difference"
            find("\(difference), and no part of \(requests) leads there")
            return false
        }
        // Requests without a reply may have shown jokes, from the head of the queue. An undo of them may have put the card
        // back into the queue, so that the last jokes are beyond the part that was read. These were not shown.
        let last = before.queue.lastIndex(where: actual.queue.contains) ?? before.queue.endIndex
        for joke in before.queue[..<last].filter({ !actual.queue.contains($0) }) + [actual.card] {
            continueRounds(with: joke, mayRepeat: true, decided: actual.statuses.keys)
        }
        let unanswered = requests.prefix(found.count).suffix(pending.count)
        let undos = unanswered.flatMap(\.parts).count { $0 == .undo }
        putBack.formUnion(actual.queue.prefix(undos))
        if mayForget {
            past = []
            if !hasBuiltinPack { dailyJokes = [:] }
            // In a small pack the next jokes may be those of another round.
            rounds = pool.count > 100 ? [[]] : nil
        }
        if mayHaveOtherQueue || hasUnknownCard || unconfirmed.count > 20 { return try startOver(actual) }
        stored.append(actual.queue.dropFirst(found.store.queue.count))
        self.stored = stored
        unconfirmed = (mayForget ? [] : unconfirmed) + requests.prefix(found.count)
        (mayForget, wasFaulty) = (isFaulty, false)
        return true
    }

    /// Whether a disk that refuses the first writes has a database without a card, or one that only its rollback journal
    /// makes readable.
    private func isNewDatabaseUnfinished() throws -> Bool {
        try Files.exists("\(host.database)-journal")
            || host.query("SELECT count(card_id) FROM session") == "0\n"
    }

    /// Whether the database was replaced since the last comparison, because a bit that was flipped earlier was found.
    private func isFlippedBitFound() throws -> Bool {
        guard hasFlippedBit, let status = try daemonStatus() else { return false }
        return status["restoration"]?["restoredAt"]?.stringValue != restoredAt
    }

    /// Expects that a lost database is reported, and that a flipped bit takes no decision away.
    private func compareAfterDamage(_ actual: ExpectedStore) throws -> Bool {
        let damage = self.damage
        self.damage = .nothing
        let status = try daemonStatus()
        let isReported = status?["restoration"].map { $0 != .null } ?? true
        restoredAt = status?["restoration"]?["restoredAt"]?.stringValue
        // If the damaged file could not be read, the next start tries it again. What is expected until then does not have
        // its decisions.
        let wasSalvageDue = isSalvageDue
        isSalvageDue = hasUnreadFiles(status?["restoration"])
        switch damage {
        case .nothing: break
        case .lost:
            if !isReported { find("the database was lost, and the status is \(status?.jsonText ?? "")") }
        case .flippedBit:
            // A decision without a reply may be there or not.
            if let expected, !isSalvageDue, !wasSalvageDue, pending.isEmpty, unconfirmed.isEmpty, !wasFaulty,
                expected.saved != actual.saved
            {
                find(
                    """
                    a bit was flipped: saved \(actual.saved.sorted()), not \(expected.saved.sorted()); \
                    \(status?["restoration"]?.jsonText ?? "")
                    """)
            }
        }
        rounds = nil
        dailyJokes = [:]
        past = []
        pending = []
        _ = try startOver(actual)
        guard isFaulty else { return true }
        // A disliked card of the backup is replaced, maybe only in memory. It is stored with the next joke.
        try daemon.command("fail - 0 0 0")
        try observer?.request(.jokeNext)
        try daemon.settle()
        guard daemon.report != nil else { return true }
        let replies = try observer?.arrivedLines().compactMap { try StoreReply(JSON(parsing: $0.utf8)) } ?? []
        let logged = String(decoding: host.errors.utf8.dropFirst(loggedBefore), as: UTF8.self)
        if logged.contains("The last recovery was less than a minute ago") {
            // The damaged database could not be replaced while the disk failed, so the joke is shown without one. The
            // next start tries again.
            note("the damaged database is still there")
            self.damage = damage
            try daemon.kill()
            return false
        }
        let stored = try ExpectedStore(of: host, capacity: Self.capacity)
        guard replies.contains(.shown(card: stored.card)) else {
            // The database was opened while the disk failed, for reading only.
            note("the joke is not stored")
            try daemon.kill()
            return false
        }
        _ = try startOver(stored)
        try failDisk()
        return true
    }

    /// Whether a restoration has left files whose decisions were not read: the damaged database, or the damaged backups
    /// if no other was there.
    private func hasUnreadFiles(_ restoration: JSON?) -> Bool {
        guard let restoration, restoration != .null, restoration["unreadable"]?.integerValue == nil else {
            return false
        }
        return restoration["damaged"]?.stringValue?.isEmpty == false || restoration["backup"] == .null
    }

    private func daemonStatus() throws -> JSON? {
        try observer?.request(.daemonStatus)
        try daemon.settle()
        return try observer?.arrivedLines().compactMap { try? JSON(parsing: $0.utf8)["result"] }.first {
            $0["restoration"] != nil
        }
    }

    /// Continues with a store that is on the disk.
    private func startOver(_ actual: ExpectedStore) throws -> Bool {
        if !mayHaveOtherQueue { try disk.flush() }
        (expected, stored, unconfirmed) = (actual, actual, [])
        (mayForget, wasFaulty, mayHaveOtherQueue, hasUnknownCard) = (isFaulty, false, false, false)
        return true
    }

    /// The part of the queue that is compared. An undo may have displaced jokes at its end, and other ones took their
    /// places.
    private var comparedQueue: Int { mayHaveOtherQueue ? 0 : mayForget ? 4 : Self.capacity }

    /// Reads as another client, and compares what it gets.
    private func observe() throws {
        guard let observer else { return }
        try settle()
        guard daemon.report != nil, findings.isEmpty else { return }
        try observer.request(.stateGet)
        try observer.request(.savedList, ["limit": 200])
        // On a disk that fails nobody knows whether the queue of the database has changed.
        let asksForDay = !isFaulty && chance(2)
        if asksForDay { try observer.request(.dailyGet) }
        try daemon.settle()
        for line in try observer.arrivedLines() {
            guard let message = try? JSON(parsing: line.utf8), let result = message["result"] else {
                continue
            }
            if let date = result["date"]?.stringValue, let id = result["joke"]?["id"]?.stringValue {
                note("day \(date) \(id)")
                if let known = dailyJokes.updateValue(id, forKey: date), known != id,
                    !disliked.contains(known)
                {
                    find("the joke of \(date) was \(known) and is \(id)")
                }
            } else if let state = result["state"], let sequence = result["seq"], let epoch = result["epoch"] {
                let key = "\(epoch.jsonText) \(sequence.jsonText)"
                if let known = states.updateValue(state.jsonText, forKey: key), known != state.jsonText {
                    find("\(key) was \(known) and is \(state.jsonText)")
                }
                if let expected, state["joke"]?["id"]?.stringValue != expected.card {
                    find("the state has \(state["joke"]?["id"]?.jsonText ?? "no joke"), not \(expected.card)")
                }
            } else if let items = result["items"]?.arrayValue, let total = result["total"]?.integerValue {
                let ids = Set(items.compactMap { $0["joke"]?["id"]?.stringValue })
                if total <= 200, ids != expected?.saved || ids.count != total {
                    find(
                        "the list has \(ids.sorted()), total \(total), not \(expected?.saved.sorted() ?? [])")
                }
            }
        }
        // The day's joke may come from the queue, also if jokesd has ended before the reply.
        if asksForDay, findings.isEmpty {
            jokesOfDays.formUnion(
                try host.query("SELECT joke_id FROM days").split(separator: "\n").map(String.init))
            _ = try startOver(ExpectedStore(of: host, capacity: Self.capacity))
        }
    }
}

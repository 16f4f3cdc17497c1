// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// The library of a running jokesd, for sync.
final class DaemonLibrary: SyncLibrary {
    private let context: CommandContext
    private var connection: DaemonConnection
    /// The number of this connection in the causes of events, after the subscription.
    private var number: Int?
    private var position: SyncPosition?
    /// The position up to which the showings of this machine were exported.
    private var seen = -1

    init(_ context: CommandContext) throws(CommandError) {
        self.context = context
        connection = try context.connect(as: SyncNames.client)
    }

    /// The most ids in a request. In JSON, an id may take two bytes for each of its bytes.
    private static let mostIDs = (Limits.requestLine - 512) / (2 * Limits.namedID + 3)
    /// The most bytes of lines in a request. The other members need less than 200.
    private static let mostBytes = Limits.requestLine - 512

    func changes(since known: SyncPosition?) throws -> SyncChanges {
        var isComplete = true
        if number == nil {
            isComplete = try subscribe(since: known)
        } else if (known?.epoch, known?.seq) != (position?.epoch, position?.seq) {
            isComplete = false
        }
        // All earlier events of the connection come before the reply.
        _ = try ask(.ping)
        guard var position else {
            throw CommandError(.internal, localized("jokesd reported no position in its log"))
        }
        var jokes: Set<String> = []
        for event in connection.takeEvents() {
            if let seq = event["seq"]?.integerValue { position.seq = max(position.seq, seq) }
            switch event["event"]?.stringValue.flatMap(LogKind.init(word:)) {
            case .liked, .disliked, .added, .edited:
                if let id = event["joke"]?["id"]?.stringValue { jokes.insert(id) }
            case .undone, .deleted, .restored:
                for id in event["jokes"]?.arrayValue ?? [] { if let id = id.stringValue { jokes.insert(id) } }
            case .imported:
                if event["cause"]?["client"]?.stringValue != SyncNames.client { isComplete = false }
            case .storageRestored: isComplete = false
            case nil where event["event"] == "gap": isComplete = false
            default: break
            }
        }
        // Without a position, all lines are compared, which exports the showings.
        var showings: [String] = []
        seen = try exportMemory(after: known?.seen ?? .max) {
            // The taste is compared with the whole library.
            if $0.utf8.starts(with: #"{"seen":"#.utf8) { showings.append($0) }
        }
        position.seen = seen
        self.position = position
        return SyncChanges(position: position, jokes: jokes, showings: showings, isComplete: isComplete)
    }

    /// Calls `visit` for what was learned, and for the showings after a position. Returns the position of the last one.
    private func exportMemory(after position: Int, _ visit: (String) -> Void) throws -> Int {
        var params: JSONObject = ["after": .integer(min(position, Limits.numbers.upperBound))]
        var last: Int?
        while true {
            let part = try context.value(try ask(.memoryExport, params), as: MemoryExportResponse.self)
            for line in part.lines { visit(line) }
            // A joke that is shown meanwhile comes again in the next export.
            last = last ?? part.position
            guard let next = part.next else { return last ?? part.position }
            params.set("cursor", .string(next))
        }
    }

    /// Subscribes to the log. Returns whether the events since the position follow.
    private func subscribe(since known: SyncPosition?) throws -> Bool {
        var params: JSONObject = ["topics": ["log"]]
        if let known {
            params.append("since", ["epoch": .string(known.epoch), "seq": .integer(known.seq)])
        }
        let result = try ask(.stateSubscribe, params)
        let reply = try context.value(result, as: SubscribeResponse.self)
        number = reply.connection
        let seq = reply.isResumed ? known?.seq : nil
        position = SyncPosition(epoch: reply.epoch, seq: seq ?? reply.sequence)
        return reply.isResumed
    }

    func export(_ jokes: [String]?, _ visit: (String) -> Void) throws {
        guard let jokes else {
            try export(params: [:], visit)
            _ = try exportMemory(after: -1, visit)
            return
        }
        for start in stride(from: 0, to: jokes.count, by: Self.mostIDs) {
            let ids = jokes[start..<min(start + Self.mostIDs, jokes.count)].map { JSON.string($0) }
            try export(params: ["jokes": .array(ids)], visit)
        }
    }

    private func export(params: JSONObject, _ visit: (String) -> Void) throws {
        var params = params
        while true {
            let part = try context.value(try ask(.savedExport, params), as: ExportResponse.self)
            for line in part.lines { visit(line) }
            guard let next = part.next else { return }
            params.set("cursor", .string(next))
        }
    }

    func merge(_ lines: [String]) throws -> SyncMerge {
        let memory = lines.filter(SyncLine.isMemory)
        let jokes = memory.isEmpty ? lines : lines.filter { !SyncLine.isMemory($0) }
        var merge = jokes.isEmpty ? SyncMerge() : try mergeJokes(jokes)
        if !memory.isEmpty { try mergeMemory(memory, into: &merge) }
        return merge
    }

    /// Imports what was shown and learned. The lines are in the order of the store, so that each request changes few
    /// pages of it.
    private func mergeMemory(_ lines: [String], into merge: inout SyncMerge) throws {
        var (pending, size): ([JSON], Int) = ([], 0)
        func send() throws {
            let result = try ask(.memoryImport, ["lines": .array(pending)])
            (pending, size) = ([], 0)
            let counts = try context.value(result, as: MemoryImportResponse.self)
            merge.remembered += counts.updated
            merge.skipped += counts.skipped
            if counts.before == seen { seen = counts.position }
        }
        for line in lines.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            let json = JSON.string(line)
            let length = json.jsonText.utf8.count + 1
            guard length <= Self.mostBytes else {
                merge.skipped += 1
                continue
            }
            if size + length > Self.mostBytes { try send() }
            pending.append(json)
            size += length
        }
        try send()
        merge.seen = seen
    }

    private func mergeJokes(_ lines: [String]) throws -> SyncMerge {
        var number: Int?
        var (pending, size, unsendable): ([JSON], Int, Int) = ([], 0, 0)
        func send(isLast: Bool) throws -> JSON {
            var params: JSONObject = ["lines": .array(pending), "skipBad": true]
            if let number { params.append("import", .integer(number)) }
            if isLast { params.append("last", true) }
            (pending, size) = ([], 0)
            return try ask(.savedImport, params)
        }
        for line in lines {
            let json = JSON.string(line)
            let length = json.jsonText.utf8.count + 1
            guard length <= Self.mostBytes else {
                unsendable += 1
                continue
            }
            if size + length > Self.mostBytes {
                number = try context.value(try send(isLast: false), as: StagedImportResponse.self).number
            }
            pending.append(json)
            size += length
        }
        let counts = try context.value(try send(isLast: true), as: ImportResponse.self)
        guard counts.pending == 0 else {
            throw CommandError(
                .disk,
                localized(
                    "jokesd cannot store %s line yet; free some space on the disk",
                    "jokesd cannot store %s lines yet; free some space on the disk", count: counts.pending))
        }
        return SyncMerge(added: counts.added, updated: counts.updated, skipped: counts.skipped + unsendable)
    }

    private func ask(_ method: Method, _ params: JSONObject = [:]) throws(CommandError) -> JSON {
        var spinner: Spinner?
        return try context.ask(
            method.rawValue, params, on: &connection, until: context.longPatience, showing: &spinner)
    }
}

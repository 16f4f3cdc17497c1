// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeWire

/// The inputs and reads that are not handled yet.
///
/// Those of a connection keep their order. The connections take turns, so a client with many requests delays each request
/// of another one by one of its own. A batch is one turn. The inputs that no client has requested come first.
struct InputQueue {
    enum Item {
        case input(Input)
        case read(Engine.Read)
        case batchBegins, batchEnds
    }

    /// Numbers that stand for connections. What no client has requested, but could delay clients, has turns of its own.
    fileprivate static let imports = 0, fetches = -1, time = -2
    static let configuration = -3

    /// The items that were put back, which come before all others.
    private var returned = FIFOQueue<Item>()
    /// The items of no connection.
    private var own = FIFOQueue<Item>()
    private var requested: [Int: FIFOQueue<Item>] = [:]
    /// The connections that have items, or whose batch is being handled. The first one has its turn.
    private var turns = FIFOQueue<Int>()
    private var isInBatch = false

    var isEmpty: Bool {
        returned.isEmpty && own.isEmpty && requested.values.allSatisfy { $0.isEmpty }
    }

    /// The item that `popFirst()` returns.
    var first: Item? {
        returned.first ?? (isInBatch ? nil : own.first) ?? turns.first.flatMap { requested[$0]?.first }
    }

    /// - Parameter connection: The connection that has requested the item, or nil.
    mutating func append(_ item: Item, of connection: Int?) {
        guard let connection else { return own.append(item) }
        if requested[connection] == nil { turns.append(connection) }
        requested[connection, default: FIFOQueue()].append(item)
    }

    mutating func append(_ input: Input) { append(.input(input), of: input.event.connection) }

    /// Removes and returns the next item. Within a batch, it is the next one of the batch.
    mutating func popFirst() -> Item? {
        if let item = returned.popFirst() { return item }
        if !isInBatch, let item = own.popFirst() { return item }
        guard let connection = turns.first, let item = requested[connection]?.popFirst() else { return nil }
        switch item {
        case .batchBegins: isInBatch = true
        case .batchEnds: isInBatch = false
        case .input, .read: break
        }
        guard !isInBatch else { return item }
        _ = turns.popFirst()
        if requested[connection]?.isEmpty == false {
            turns.append(connection)
        } else {
            requested[connection] = nil
        }
        return item
    }

    /// Puts an item before all others.
    mutating func putBack(_ item: Item) { returned.putBack(item) }
    mutating func putBack(_ input: Input) { returned.putBack(.input(input)) }

    /// Returns the jokes about which at most `count` of the next items decide, each once.
    ///
    /// - Parameter input: An input that comes before all items.
    func decidedJokes(atMost count: Int, with input: Input) -> [Joke.ID] {
        let items =
            returned.prefix(count) + turns.prefix(count).flatMap { requested[$0]?.prefix(count) ?? [] }
        let queued = items.prefix(count).compactMap { item -> Joke.ID? in
            if case .input(let input) = item { input.decidedJoke } else { nil }
        }
        var known: Set<Joke.ID> = []
        return ([input.decidedJoke].compactMap { $0 } + queued).filter { known.insert($0).inserted }
    }

    /// Removes and returns the inputs and reads up to the end of the current batch.
    mutating func takeRestOfBatch() -> CommitGroup {
        var rest = CommitGroup()
        while let item = popFirst() {
            switch item {
            case .input(let input): rest.append(input, [], ofBatch: true)
            case .read(let read): rest.append(read)
            case .batchBegins: break
            case .batchEnds: return rest
            }
        }
        return rest
    }
}

extension Input.Event {
    /// The connection in whose turn the event is handled, or nil if it is handled before all requests.
    fileprivate var connection: Int? {
        switch self {
        case .requested(let request): request.token.cause.connection
        case .disconnected(let connection): connection
        case .importContinues, .importsPaused: InputQueue.imports
        case .fetched, .fetchFailed: InputQueue.fetches
        case .timePassed: InputQueue.time
        case .configured: InputQueue.configuration
        case .started, .archiveFailed, .archiveRecovered, .archiveRestored: nil
        }
    }
}

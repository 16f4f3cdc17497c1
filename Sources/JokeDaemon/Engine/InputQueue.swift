// SPDX-License-Identifier: MIT
import JokeCore
import JokeEventLoop
import JokeWire

/// The inputs and reads that are not handled yet.
struct InputQueue {
    enum Item {
        case input(Input)
        case read(Engine.Read)
        case batchBegins, batchEnds
    }

    private var items = FIFOQueue<Item>()

    var isEmpty: Bool { items.isEmpty }
    var first: Item? { items.first }

    mutating func append(_ item: Item) { items.append(item) }
    mutating func popFirst() -> Item? { items.popFirst() }

    /// Puts an item before all others.
    mutating func putBack(_ item: Item) { items.putBack(item) }
    mutating func putBack(_ input: Input) { items.putBack(.input(input)) }

    /// Returns the jokes about which the first `count` items decide, each once.
    ///
    /// - Parameter input: An input that comes before all items.
    func decidedJokes(atMost count: Int, with input: Input) -> [Joke.ID] {
        let queued = items.prefix(count).compactMap { item -> Joke.ID? in
            if case .input(let input) = item { input.decidedJoke } else { nil }
        }
        var known: Set<Joke.ID> = []
        return ([input.decidedJoke].compactMap { $0 } + queued).filter { known.insert($0).inserted }
    }

    /// Removes and returns the inputs and reads up to the end of the current batch.
    mutating func takeRestOfBatch() -> CommitGroup {
        var rest = CommitGroup()
        while let item = items.popFirst() {
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

// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux

/// Inputs that were handled, and their effects. The writes are committed together, and the steps follow the commit.
struct CommitGroup {
    /// Something to do after the commit. Steps keep their order.
    enum Step {
        case effect(Effect)
        /// A read that waits for an earlier change of its own connection.
        case read(@LoopActor () -> Void)
    }

    private(set) var writes: [Write] = []
    /// The writes of earlier groups that could not be committed. They are committed with those of this group.
    private(set) var carried: [Write] = []
    private(set) var steps: [Step] = []
    private(set) var inputs: [(input: Input, isOfBatch: Bool)] = []
    /// The transaction that a query has begun for this group in the archive, or nil.
    private(set) var transaction: OpenTransaction?
    /// The number of writes that the archive has already.
    private var sentWrites = 0
    /// The index in `steps` of the publication of the current batch, or nil if it has none yet.
    private var batchPublication: Int?

    var isEmpty: Bool { inputs.isEmpty && steps.isEmpty && transaction == nil }

    /// Begins the transaction if none is open.
    ///
    /// - Parameter isDurable: Whether the group may get a durable write. One that is in the group already suffices.
    mutating func begin(generation: Int, isDurable: Bool) -> OpenTransaction {
        if let transaction { return transaction }
        let begun = OpenTransaction(
            generation: generation, isDurable: isDurable || writes.contains(where: \.isDurable))
        transaction = begun
        return begun
    }

    /// Returns the writes that the archive does not have yet. From now on it has them.
    mutating func takeUnsentWrites() -> [Write] {
        let isCarriedSent = sentWrites >= carried.count
        let unsent =
            isCarriedSent ? Array(writes[(sentWrites - carried.count)...]) : carried[sentWrites...] + writes
        sentWrites = carried.count + writes.count
        return unsent
    }

    /// The number of writes that the archive does not have yet.
    var unsentWrites: Int { carried.count + writes.count - sentWrites }

    /// Whether the state after this group may be kept in memory if its writes cannot be committed.
    var mayStayUnwritten: Bool {
        inputs.allSatisfy(\.input.mayStayUnwritten) && !writes.contains(where: \.isDecision)
    }

    /// The most writes that are carried. Without the oldest, a joke that was shown may come again.
    private static let carriedLimit = 2_000

    /// Adds writes that could not be committed. The archive has nothing of this group any more.
    mutating func carry(_ unwritten: [Write]) {
        // Of these, each one replaces those before it.
        let lastCard = unwritten.lastIndex { if case .card = $0 { true } else { false } }
        let lastQueue = unwritten.lastIndex { if case .queue = $0 { true } else { false } }
        carried = unwritten.enumerated().filter { index, write in
            switch write {
            case .card: index == lastCard
            case .queue: index == lastQueue
            default: true
            }
        }.map(\.element).suffix(Self.carriedLimit)
        (transaction, sentWrites) = (nil, 0)
    }

    /// Adds an input and its effects.
    ///
    /// - Parameter isOfBatch: Whether the input belongs to a batch, whose changes of the state become one publication.
    mutating func append(_ input: Input, _ effects: [Effect], ofBatch isOfBatch: Bool = false) {
        inputs.append((input, isOfBatch))
        for effect in effects {
            switch effect {
            case .write(let write): writes.append(write)
            case .publish(let publication) where isOfBatch: appendToBatch(publication)
            default: steps.append(.effect(effect))
            }
        }
    }

    /// Adds a publication to the batch, which sends one event for all its changes (Protocol.md, "Events").
    private mutating func appendToBatch(_ publication: Publication) {
        var publication = publication
        if let batchPublication, case .effect(.publish(let older)) = steps[batchPublication] {
            publication = publication.absorbing(older)
            steps.remove(at: batchPublication)
        }
        batchPublication = steps.count
        steps.append(.effect(.publish(publication)))
    }

    mutating func endBatch() { batchPublication = nil }

    mutating func append(_ read: @escaping @LoopActor () -> Void) { steps.append(.read(read)) }

    mutating func append(_ later: CommitGroup) {
        writes += later.writes
        steps += later.steps
        inputs += later.inputs
    }
}

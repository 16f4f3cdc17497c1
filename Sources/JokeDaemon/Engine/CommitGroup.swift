// SPDX-License-Identifier: MIT
import JokeCore
import JokeEventLoop

/// Inputs that were handled, and whose outcome is told once their writes are committed together.
struct CommitGroup {
    /// What is to be done after the commit, in order.
    enum Step {
        case effect(Effect)
        /// A read that queued behind a change of its own connection.
        case read(@LoopActor () -> Void)
    }

    private(set) var writes: [Write] = []
    private(set) var steps: [Step] = []
    private(set) var inputs: [Input] = []
    /// Where the change of the state stands that the batch has made so far.
    private var batchPublication: Int?

    var isEmpty: Bool { inputs.isEmpty && steps.isEmpty }

    /// - Parameter isOfBatch: whether its change of the state is told together with those of its batch before.
    mutating func append(_ input: Input, _ effects: [Effect], ofBatch isOfBatch: Bool = false) {
        inputs.append(input)
        for effect in effects {
            switch effect {
            case .write(let write): writes.append(write)
            case .publish(let publication) where isOfBatch: appendToBatch(publication)
            default: steps.append(.effect(effect))
            }
        }
    }

    /// One change is one event, a batch too (Protocol.md, "Events").
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

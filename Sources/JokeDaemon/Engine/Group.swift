// SPDX-License-Identifier: MIT
import EventLoop
import JokeCore

/// Inputs that were handled, and whose outcome is told once their writes are committed together.
struct Group {
    /// What is to be done after the commit, in order.
    enum Step {
        case effect(Effect)
        /// A read that queued behind a change of its own connection.
        case read(@LoopActor () -> Void)
    }

    private(set) var writes: [Write] = []
    private(set) var steps: [Step] = []
    private(set) var inputs: [Input] = []

    var isEmpty: Bool { inputs.isEmpty && steps.isEmpty }

    mutating func append(_ input: Input, _ effects: [Effect]) {
        inputs.append(input)
        for effect in effects {
            if case .write(let write) = effect { writes.append(write) } else { steps.append(.effect(effect)) }
        }
    }

    mutating func append(_ read: @escaping @LoopActor () -> Void) { steps.append(.read(read)) }

    mutating func append(_ later: Group) {
        writes += later.writes
        steps += later.steps
        inputs += later.inputs
    }
}

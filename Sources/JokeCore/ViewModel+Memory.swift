// SPDX-License-Identifier: MIT
import JokeWire

// The showings and decisions of other machines: docs/rules.md, rule 8 and docs/sync.md.
extension ViewModel {
    /// Adds what is newer than what is known. The jokes that other machines have shown leave the queue. A line of a time
    /// that is more than a day ahead is skipped, because it would stay the newest one for ever.
    mutating func remember(
        _ lines: [MemoryLine], skipped: Int, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let last = Int(context.at.wall.latestElsewhere.milliseconds)
        let timely = lines.filter { $0.position <= last }
        var marks: [Seen.Mark] = []
        var shares: [Taste.Share] = []
        for line in timely {
            switch line {
            case .seen(let mark): marks.append(mark)
            case .taste(let share): shares.append(share)
            }
        }
        let (later, before) = try context.laterSeen(marks)
        if !later.isEmpty {
            context.writes.append(.seenElsewhere(later))
            let hashes = Set(later.map(\.hash))
            queue.remove(seen: hashes)
            spares.remove(seen: hashes)
        }
        let updated = later.count + shares.count { taste.adopt($0) }
        if updated > 0 { context.hasChanged = true }
        return .remembered(
            updated: updated, skipped: skipped + lines.count - timely.count, before: before,
            position: later.reduce(before) { max($0, $1.position) })
    }
}

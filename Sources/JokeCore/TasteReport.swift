// SPDX-License-Identifier: MIT

/// The user's taste for a source or a category, as `taste.get` reports it.
package struct TasteReport: Sendable, Hashable {
    package let arm: Taste.Arm
    /// The configured weight, or zero for a source that is not asked.
    package let weight: Double
    package let likes: Int
    package let dislikes: Int
    /// The probability of a like.
    package let mean: Double
    /// The expected share of the jokes from this source or category among those of its kind, if each had equally many
    /// jokes.
    package let share: Double
}

extension Preference {
    /// Returns reports on sources, then on categories; in each kind the largest share comes first.
    package func tasteReport(on sources: [Settings.Source]) -> [TasteReport] {
        var weights: [Taste.Arm: Double] = [:]
        for arm in (taste ?? Taste()).arms {
            weights[arm] = arm.kind == .source ? 0 : weight(ofCategory: arm.name)
        }
        for (name, weight) in categoryWeights { weights[.category(name)] = weight }
        for source in sources { weights[.source(source.name)] = source.weight }
        return Taste.Arm.Kind.allCases.flatMap { kind in
            tasteReport(on: weights.filter { $0.key.kind == kind })
        }
    }

    private func tasteReport(on weights: [Taste.Arm: Double]) -> [TasteReport] {
        let scores = weights.map { arm, weight in (arm: arm, score: weight * appeal(of: arm)) }
        // Add in a fixed order, since the last bit of a sum depends on it.
        let order = scores.sorted { $0.arm < $1.arm }
        let total = order.reduce(0) { $0 + $1.score }
        let totalWeight = order.reduce(0) { $0 + (weights[$1.arm] ?? 0) }
        let reports = scores.map { arm, score in
            let (evidence, weight) = (taste?.evidence(of: arm) ?? Taste.Evidence(), weights[arm] ?? 0)
            var share = total > 0 ? score / total : 0
            if arm.kind == .category, totalWeight > 0 {
                share = (1 - Self.openness) * share + Self.openness * weight / totalWeight
            }
            return TasteReport(
                arm: arm, weight: weight, likes: evidence.likes, dislikes: evidence.dislikes,
                mean: evidence.mean, share: share)
        }
        return reports.sorted { ($1.share, $0.arm) < ($0.share, $1.arm) }
    }
}

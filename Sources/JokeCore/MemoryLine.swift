// SPDX-License-Identifier: MIT
import JokeWire

/// A line of what a machine tells the others besides its library (docs/methods.md, "memory.export").
package enum MemoryLine: Sendable, Hashable {
    /// A joke was shown.
    case seen(Seen.Mark)
    /// The decisions of a machine that count for the taste.
    case taste(Taste.Share)

    /// The time in milliseconds since 1970 of the showing or of the share.
    package var position: Int {
        switch self {
        case .seen(let mark): mark.position
        case .taste(let share): share.time
        }
    }

    package var text: String {
        switch self {
        case .seen(let mark): return "{\"seen\":\"\(HexDigits.of(mark.hash))\",\"at\":\(mark.position)}"
        case .taste(let share):
            var members: [JSONObject.Member] = [
                .init(name: "taste", value: .string(share.machine)),
                .init(name: "at", value: .integer(share.time)),
            ]
            for kind in Taste.Arm.Kind.allCases {
                let arms = share.arms.filter { $0.key.kind == kind }.sorted { $0.key < $1.key }
                let counts = arms.map { arm, evidence in
                    JSONObject.Member(
                        name: arm.name, value: [.integer(evidence.likes), .integer(evidence.dislikes)])
                }
                members.append(.init(name: kind.rawValue, value: .object(JSONObject(members: counts))))
            }
            return JSON.object(JSONObject(members: members)).jsonText
        }
    }

    /// Reads a line. Returns nil if it is invalid, or beyond the limits of `Seen` or `Taste`.
    package init?(_ text: String) {
        guard let json = try? JSON(parsing: text.utf8), let time = json["at"]?.integerValue,
            0...Seen.lastPosition ~= time
        else { return nil }
        if let hash = json["seen"]?.stringValue.flatMap(HexDigits.number) {
            self = .seen(Seen.Mark(hash, at: time))
        } else if let machine = json["taste"]?.stringValue, HexDigits.are16(machine.utf8),
            let arms = Self.arms(json)
        {
            self = .taste(Taste.Share(machine: machine, time: time, arms: arms))
        } else {
            return nil
        }
    }

    private static func arms(_ json: JSON) -> [Taste.Arm: Taste.Evidence]? {
        var arms: [Taste.Arm: Taste.Evidence] = [:]
        for kind in Taste.Arm.Kind.allCases {
            for member in json[kind.rawValue]?.objectValue ?? [:] {
                let counts = (member.value.arrayValue ?? []).compactMap(\.integerValue)
                guard counts.count == 2, counts.allSatisfy({ 0...Taste.window ~= $0 }),
                    counts[0] + counts[1] <= Taste.window,
                    SanitizedText.name(member.name) == member.name
                else { return nil }
                let arm: Taste.Arm = kind == .category ? .category(member.name) : .source(member.name)
                arms[arm] = Taste.Evidence(likes: counts[0], dislikes: counts[1])
            }
        }
        return arms.count <= Taste.capacity ? arms : nil
    }
}

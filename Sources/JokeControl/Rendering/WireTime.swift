// SPDX-License-Identifier: MIT

/// A moment as the wire has it, RFC 3339 with zone, cut for people. The zone is the daemon's, and so the user's.
struct WireTime {
    private let text: String

    init(_ text: String) { self.text = text }

    /// `2026-11-21`; the text itself where it is no such moment.
    var date: String { isMoment ? String(text.prefix(10)) : text }

    /// `2026-11-21 10:42`.
    var minute: String { isMoment ? "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))" : text }

    private var isMoment: Bool {
        text.count >= 20
            && zip(text, "0000-00-00T00:00").allSatisfy {
                $1 == "0" ? $0.isWholeNumber : $0 == $1 || $1 == "T"
            }
    }
}

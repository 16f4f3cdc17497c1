// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore
import JokeWire

/// The line that `systemctl --user status` shows: how many jokes are ready, which sources have a problem, and when the
/// next fetch is.
package struct StatusLine: Equatable {
    /// The time to a fetch from which the line mentions it.
    private static let nextFetchThreshold: Duration = .seconds(60)

    package let text: String

    package init(_ model: ViewModel, at now: Timestamp) {
        let state = model.current.state
        let reports = model.sourceReports(at: now)
        var parts = [
            "\(state.queue.count) of \(state.queue.capacity) jokes ready, \(state.saved.count) saved"
        ]
        if let trouble = model.archiveTrouble ?? model.settings.error { parts.append(trouble.message) }
        let failing = reports.filter { $0.trouble != nil }
        if failing.count == 1, let trouble = failing[0].trouble {
            parts.append("\(failing[0].name): \(trouble.message)")
        } else if !failing.isEmpty {
            parts.append("failing: " + failing.map(\.name).joined(separator: ", "))
        }
        if let next = reports.compactMap(\.nextFetch).min(),
            next > now.wall.advanced(by: Self.nextFetchThreshold)
        {
            parts.append("next fetch \(Self.clock(next, at: now.wall))")
        }
        text = parts.joined(separator: "; ")
    }

    /// Returns the local time, with the date if it is not today.
    private static func clock(_ time: WallTime, at now: WallTime) -> String {
        let (then, today) = (parts(of: time), parts(of: now))
        let isToday = then.tm_yday == today.tm_yday && then.tm_year == today.tm_year
        return isToday ? formatted(then, "%H:%M") : formatted(then, "%Y-%m-%d %H:%M")
    }

    private static func parts(of time: WallTime) -> tm {
        var (seconds, parts) = (time_t(time.milliseconds / 1_000), tm())
        localtime_r(&seconds, &parts)
        return parts
    }

    private static func formatted(_ parts: tm, _ format: String) -> String {
        var (parts, text) = (parts, [CChar](repeating: 0, count: 32))
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

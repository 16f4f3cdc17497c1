// SPDX-License-Identifier: MIT
import Glibc

/// Dates in the local time zone.
enum LocalDate {
    /// Today's date in the form of the daemon's dates, such as `2026-11-21`.
    static var today: String {
        var (now, local) = (time(nil), tm())
        localtime_r(&now, &local)
        var text = [CChar](repeating: 0, count: 16)
        let length = strftime(&text, text.count, "%Y-%m-%d", &local)
        return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

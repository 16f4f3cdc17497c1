// SPDX-License-Identifier: MIT
import Glibc

/// Days by the calendar that hangs on the wall.
enum LocalDate {
    /// As the daemon counts days: `2026-11-21`.
    static var today: String {
        var (now, local) = (time(nil), tm())
        localtime_r(&now, &local)
        var text = [CChar](repeating: 0, count: 16)
        let length = strftime(&text, text.count, "%Y-%m-%d", &local)
        return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

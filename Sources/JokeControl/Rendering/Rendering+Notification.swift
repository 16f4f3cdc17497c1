// SPDX-License-Identifier: MIT
import JokeTerminal

extension Rendering {
    /// Renders when the joke of the day comes by itself.
    ///
    /// - Parameters:
    ///   - schedule: the time, or nil if it does not come.
    ///   - file: the drop-in with the time.
    static func schedule(_ schedule: NotificationSchedule?, in file: String, _ appearance: Appearance) -> Page
    {
        var page = Page(appearance)
        guard let schedule else {
            page.paragraph("The joke of the day no longer comes by itself.")
            return page
        }
        page.paragraph("The joke of the day comes at \(schedule.time), \(schedule.dayNames).")
        if !appearance.isQuiet {
            page.paragraph(
                "\(TerminalText.oneLine(file)) has the time. `jokectl notify --off` ends it.", .faint)
        }
        return page
    }
}

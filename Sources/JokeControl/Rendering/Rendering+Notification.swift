// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

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
            page.paragraph(localized("The joke of the day no longer comes by itself."))
            return page
        }
        page.paragraph(
            localized("The joke of the day comes at %1$s, %2$s.", schedule.time, schedule.dayNames))
        if !appearance.isQuiet {
            page.paragraph(
                localized("%s has the time. `jokectl notify --off` ends it.", TerminalText.oneLine(file)),
                .faint)
        }
        return page
    }
}

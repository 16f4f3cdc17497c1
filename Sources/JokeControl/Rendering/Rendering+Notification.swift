// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Rendering {
    /// Renders that the joke of the day does not come by itself, or that it did not before.
    static func unscheduled(_ wasOn: Bool, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        page.paragraph(
            wasOn
                ? localized("The joke of the day no longer comes by itself.")
                : localized(
                    "The joke of the day does not come by itself here, so there is nothing to turn off."))
        return page
    }

    /// Renders when the joke of the day comes by itself, which the file says.
    static func schedule(_ schedule: NotificationSchedule, in file: String, _ appearance: Appearance) -> Page
    {
        var page = Page(appearance)
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

// SPDX-License-Identifier: MIT
package import Glibc
import JokeClient
import JokeLinux

/// The time of the day and the days of the week on which jokesd-notify.timer shows the joke of the day.
package struct NotificationSchedule: Sendable, Hashable {
    package enum Day: Int, Sendable, CaseIterable {
        case monday, tuesday, wednesday, thursday, friday, saturday, sunday

        fileprivate var name: String {
            switch self {
            case .monday: localized("Monday")
            case .tuesday: localized("Tuesday")
            case .wednesday: localized("Wednesday")
            case .thursday: localized("Thursday")
            case .friday: localized("Friday")
            case .saturday: localized("Saturday")
            case .sunday: localized("Sunday")
            }
        }
        /// The name for systemd, such as `Mon`.
        fileprivate var code: String { "\(self)".prefix(1).uppercased() + "\(self)".dropFirst().prefix(2) }

        /// Accepts the name, or its first three letters or more.
        fileprivate init?(_ word: Substring) {
            let word = word.lowercased()
            guard word.count >= 3, let day = Self.allCases.first(where: { "\($0)".hasPrefix(word) }) else {
                return nil
            }
            self = day
        }
    }

    package let hour: Int
    package let minute: Int
    /// The days in the order of the week, or all.
    package let days: [Day]

    /// - Parameters:
    ///   - time: a time such as `8:30` or `8`, or nil for 9:00.
    ///   - days: days such as `mon-fri` or `sat,sun`, or nil for every day.
    ///   - former: the schedule whose time or days are kept if they are nil, or nil.
    package init(
        at time: String?, on days: String?, keeping former: NotificationSchedule? = nil
    ) throws(CommandError) {
        if time == nil, let former {
            (hour, minute) = (former.hour, former.minute)
        } else {
            (hour, minute) = try Self.time(time ?? "9")
        }
        self.days = try days.map(Self.days) ?? former?.days ?? Day.allCases
    }

    /// Reads a calendar of this form: `Mon,Tue *-*-* 08..21:30:00`. Returns nil for another one, as of a file that the
    /// user has changed.
    package init?(calendar: Substring) {
        let words = calendar.split(separator: " ")
        guard (2...3).contains(words.count), let parts = words.last?.split(separator: ":"), parts.count == 3,
            let read = try? Self(
                at: "\(parts[0].prefix { $0 != "." }):\(parts[1])",
                on: words.count == 3 ? String(words[0]) : nil),
            read.calendar == calendar
        else { return nil }
        self = read
    }

    private static func time(_ text: String) throws(CommandError) -> (Int, Int) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.count <= 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard (1...2).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
            numbers.count == 1 || (numbers[1] < 60 && parts[1].utf8.count == 2)
        else {
            throw CommandError(
                .usage, localized("'%s' is not a time of the day; write it as 8:30 or 20:15", text))
        }
        return (numbers[0], numbers.count == 2 ? numbers[1] : 0)
    }

    private static func days(_ text: String) throws(CommandError) -> [Day] {
        var chosen: Set<Day> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Day($0) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else {
                throw CommandError(
                    .usage,
                    localized("'%s' names no days of the week; write them as mon-fri or sat,sun", text))
            }
            // A range may go over the end of the week, as fri-mon.
            let count = (last.rawValue - first.rawValue + 7) % 7
            for offset in 0...count { chosen.insert(Day.allCases[(first.rawValue + offset) % 7]) }
        }
        return Day.allCases.filter(chosen.contains)
    }

    /// The last hour in which the timer tries again, if no desktop was there before.
    private static let lastHour = 21

    /// The time for `OnCalendar=` (systemd.time(7)): each hour from the chosen time on, as jokectl shows the joke once a
    /// day.
    package var calendar: String {
        let hours = Self.two(hour) + (hour < Self.lastHour ? "..\(Self.lastHour)" : "")
        let prefix = days == Day.allCases ? "" : days.map(\.code).joined(separator: ",") + " "
        return "\(prefix)*-*-* \(hours):\(Self.two(minute)):00"
    }

    /// The time as users write it: `8:30`.
    package var time: String { "\(hour):\(Self.two(minute))" }

    /// Whether the joke comes at this local time: on one of the days, at the chosen time or later.
    package func includes(_ local: tm) -> Bool {
        // tm(3type) counts the days from Sunday on.
        days.contains { $0.rawValue == (local.tm_wday + 6) % 7 }
            && (Int(local.tm_hour), Int(local.tm_min)) >= (hour, minute)
    }

    /// The days for people, with runs of days as ranges: `Monday to Friday`.
    package var dayNames: String {
        guard days != Day.allCases else { return localized("every day") }
        var runs: [(first: Day, last: Day)] = []
        for day in days {
            if let last = runs.last, last.last.rawValue == day.rawValue - 1 {
                runs[runs.count - 1].last = day
            } else {
                runs.append((day, day))
            }
        }
        let names = runs.flatMap { run -> [String] in
            switch run.last.rawValue - run.first.rawValue {
            case 0: [run.first.name]
            case 1: [run.first.name, run.last.name]
            default: [localized("%1$s to %2$s", run.first.name, run.last.name)]
            }
        }
        return names.joined(separator: ", ")
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// jokesd-notify.timer, and its drop-in with a schedule.
struct NotificationTimer {
    private let environment: Environment
    private let dropIn: UnitDropIn

    private static let unit = "jokesd-notify.timer"

    init(_ environment: Environment) throws(CommandError) {
        guard let dropIn = UnitDropIn("schedule", of: Self.unit, by: "jokectl notify --at", in: environment)
        else { throw CommandError(.usage, localized("HOME is not set; set it to your home directory")) }
        (self.environment, self.dropIn) = (environment, dropIn)
    }

    /// The path of the drop-in.
    var file: String { dropIn.path }

    /// The schedule in the drop-in, or nil if there is none.
    var schedule: NotificationSchedule? {
        guard let file = try? BoundedFile(reading: dropIn.path, limit: 4 << 10) else { return nil }
        let setting = "OnCalendar="
        for bytes in file.bytes.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: bytes, as: UTF8.self)
            guard line.hasPrefix(setting), line != setting else { continue }
            return NotificationSchedule(calendar: line.dropFirst(setting.count))
        }
        return nil
    }

    /// Whether the timer started this process at a time that is not one of its schedule, because a run was missed while the
    /// machine was off (`Persistent=true`). systemd names the timer from version 252 on.
    ///
    /// If the user has changed the timer otherwise, all times are its own.
    static func isEarly(_ environment: Environment) -> Bool {
        guard environment["TRIGGER_UNIT"] == unit, let timer = try? NotificationTimer(environment) else {
            return false
        }
        let usual = timer.dropIn.isAlone ? try? NotificationSchedule(at: nil, on: nil) : nil
        guard let schedule = timer.dropIn.exists ? timer.schedule : usual else { return false }
        var (now, local) = (time_t(KernelClock.wall.nanoseconds / 1_000_000_000), tm())
        localtime_r(&now, &local)
        return !schedule.includes(local)
    }

    /// Writes the schedule, enables the timer, and starts it anew.
    func turnOn(_ schedule: NotificationSchedule) throws(CommandError) {
        guard environment.hasUnits([Self.unit]) else {
            throw CommandError(
                .unreachable,
                localized(
                    "no systemd user manager has %s; without it, let cron or your desktop's autostart run "
                        + "`jokectl notify`", Self.unit))
        }
        try dropIn.write("[Timer]\nOnCalendar=\nOnCalendar=\(schedule.calendar)\n")
        try environment.controlUnits(["daemon-reload"])
        try environment.controlUnits(["enable", Self.unit])
        try environment.controlUnits(["restart", Self.unit])
    }

    /// Disables the timer, and removes the schedule. Returns whether there was one of them.
    func turnOff() throws(CommandError) -> Bool {
        let hasTimer = environment.hasUnits([Self.unit])
        if hasTimer { try environment.controlUnits(["disable", "--now", Self.unit]) }
        let hasSchedule = try dropIn.remove()
        if hasSchedule, hasTimer { try environment.controlUnits(["daemon-reload"]) }
        return hasSchedule || hasTimer
    }
}

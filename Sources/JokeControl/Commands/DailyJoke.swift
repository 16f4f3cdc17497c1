// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let daily = Command(
        "daily", "The joke of the day, the same all day",
        details: ["The card stays as it is; `jokectl like daily` saves the joke of the day."],
        examples: [Example("jokectl daily", "for the greeting of a shell")]
    ) { (_, session) throws(Failure) in
        try session.show(try session.ask(.dailyGet), as: Daily.init(json:at:), Rendering.daily)
        return .done
    }
}

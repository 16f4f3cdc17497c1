// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let daily = Command(
        "daily", "The joke of the day, the same all day",
        details: ["The card stays as it is; `jokectl like daily` saves the joke of the day."],
        examples: [Example("jokectl daily", "for the greeting of a shell")]
    ) { (_, session) throws(Failure) in
        var connection = try session.connect()
        let result = try session.ask(Method.dailyGet.rawValue, on: &connection)
        let daily = try session.value(result, as: Daily.init(json:at:))
        let shown = try session.appearance(for: [daily.joke], on: &connection)
        try session.show(result, shown) { Rendering.daily(daily, $0) }
        return .done
    }
}

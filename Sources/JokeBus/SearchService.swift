// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
import JokeClient
import JokeWire

/// The object on the bus that GNOME Shell and KRunner ask for saved jokes.
final class SearchService {
    private let bus: Bus
    private let jokes: SavedJokes
    private let chosen: ChosenJoke
    private let idleTime: Double
    /// The time at which the program ends if it is not asked anything before.
    private var end: Deadline
    /// The numbers of the notifications that the user has not closed.
    private var shown: Set<UInt32> = []

    private static let path = "/io/github/jokesd/Search"
    private static let shell = "org.gnome.Shell.SearchProvider2"
    private static let runner = "org.kde.krunner1"
    /// The id of the action that copies a joke.
    private static let copy = "copy"
    /// The time for which a shown notification keeps the program running, in seconds.
    private static let notificationTime = 600.0
    /// The most notifications whose end is awaited.
    private static let mostNotifications = 16

    init(on bus: Bus, _ jokes: SavedJokes, idleTime: Double) {
        (self.bus, self.jokes, self.idleTime) = (bus, jokes, idleTime)
        chosen = ChosenJoke(bus: bus)
        end = Deadline(after: idleTime)
    }

    /// Puts the object on the bus. It must outlive the bus's messages: call ``run(until:)`` next.
    func publish() throws(BusError) {
        let code = sd_bus_add_object(
            bus.raw, nil, Self.path,
            { message, context, _ in
                guard let message, let context else { return 0 }
                return Unmanaged<SearchService>.fromOpaque(context).takeUnretainedValue().handle(message)
            }, Unmanaged.passUnretained(self).toOpaque())
        guard code >= 0 else { throw BusError("the object cannot be put on the bus", code) }
        let watch = sd_bus_match_signal(
            bus.raw, nil, nil, "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
            "NotificationClosed",
            { message, context, _ in
                guard let message, let context else { return 0 }
                Unmanaged<SearchService>.fromOpaque(context).takeUnretainedValue().noticeEnd(message)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        guard watch >= 0 else { throw BusError("the notifications cannot be watched", watch) }
    }

    /// Answers until there was no question for the idle time. Then calls `leave`, which gives the name back, so that the
    /// bus starts the program again for the next question, and answers the questions that arrived before.
    func run(until leave: () throws(BusError) -> Void) throws(BusError) {
        while !end.hasPassed {
            if try bus.process() { continue }
            _ = try bus.wait(seconds: end.secondsLeft)
        }
        try leave()
        while try bus.process() {}
    }

    // MARK: Messages

    /// Answers a call. Returns 0 if there is no such method; then sd-bus says so.
    private func handle(_ call: OpaquePointer) -> Int32 {
        var arguments = MessageReader(call)
        let (interface, member, signature) = Self.facts(of: call)
        end = Deadline(after: max(idleTime, end.secondsLeft))
        switch (interface, member, signature) {
        case (Self.shell, "GetInitialResultSet", "as"):
            return reply(to: call, ids(matching: arguments.strings()))
        case (Self.shell, "GetSubsearchResultSet", "asas"):
            _ = arguments.strings()
            return reply(to: call, ids(matching: arguments.strings()))
        case (Self.shell, "GetResultMetas", "as"):
            let results = jokes.jokes(arguments.strings() ?? []).map(SearchResult.init)
            return reply(to: call) { $0.append(metas: results) }
        case (Self.shell, "ActivateResult", "sasu"):
            if let id = arguments.string() { open(id, lineBreak: NotificationBody.lineBreakOfGNOME) }
            return reply(to: call) { _ in }
        case (Self.shell, "LaunchSearch", "asu"):
            launch(arguments.strings() ?? [])
            return reply(to: call) { _ in }
        case (Self.runner, "Actions", ""):
            return reply(to: call) { $0.append(action: (Self.copy, localized("Copy"), "edit-copy")) }
        case (Self.runner, "Match", "s"):
            let results = jokes.matching([arguments.string() ?? ""]).map(SearchResult.init)
            return reply(to: call) { $0.append(matches: results) }
        case (Self.runner, "Run", "ss"):
            run(arguments.string() ?? "", arguments.string() ?? "")
            return reply(to: call) { _ in }
        case ("org.freedesktop.DBus.Introspectable", "Introspect", ""):
            return reply(to: call) { $0.append(Self.description) }
        case (Self.shell, "GetInitialResultSet", _), (Self.shell, "GetSubsearchResultSet", _),
            (Self.shell, "GetResultMetas", _), (Self.shell, "ActivateResult", _),
            (Self.shell, "LaunchSearch", _), (Self.runner, "Actions", _), (Self.runner, "Match", _),
            (Self.runner, "Run", _):
            return -EINVAL
        default: return 0
        }
    }

    private static func facts(of call: OpaquePointer) -> (String, String, String) {
        func text(_ value: UnsafePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
        return (
            text(sd_bus_message_get_interface(call)), text(sd_bus_message_get_member(call)),
            text(sd_bus_message_get_signature(call, 1))
        )
    }

    private func reply(to call: OpaquePointer, _ write: (BusMessage) -> Void) -> Int32 {
        guard let message = BusMessage(replyTo: call) else { return -ENOMEM }
        write(message)
        guard message.error == 0 else { return message.error }
        let code = sd_bus_send(bus.raw, message.raw, nil)
        return code < 0 ? code : 1
    }

    private func reply(to call: OpaquePointer, _ ids: [String]) -> Int32 {
        reply(to: call) { $0.append(ids) }
    }

    private func ids(matching typed: [String]?) -> [String] { jokes.matching(typed ?? []).map(\.id.rawValue) }

    // MARK: Chosen results

    private func run(_ id: String, _ action: String) {
        guard action == Self.copy else { return open(id, lineBreak: "\n") }
        if let joke = jokes.chosen(id) { chosen.copy(SearchResult(joke).text) }
    }

    private func open(_ id: String, lineBreak: String) {
        if chosen.hasCard { return chosen.openCard(on: id) }
        guard let joke = jokes.chosen(id) else { return }
        if let number = chosen.notify(joke, lineBreak: lineBreak), shown.count < Self.mostNotifications {
            shown.insert(number)
        }
        end = Deadline(after: Self.notificationTime)
    }

    /// Ends the program after the idle time if no notification is left for which it stays.
    private func noticeEnd(_ signal: OpaquePointer) {
        var arguments = MessageReader(signal)
        guard let number = arguments.number(), shown.remove(number) != nil, shown.isEmpty else { return }
        end = Deadline(after: idleTime)
    }

    /// Opens the card, or without one the first result.
    private func launch(_ typed: [String]) {
        if chosen.hasCard { return chosen.openCard() }
        if let joke = jokes.matching(typed).first {
            open(joke.id.rawValue, lineBreak: NotificationBody.lineBreakOfGNOME)
        }
    }
}

// The results as the interfaces describe them.
extension BusMessage {
    fileprivate func append(metas results: [SearchResult]) {
        array(of: "a{sv}") {
            for result in results {
                array(of: "{sv}") {
                    entry("id", result.id)
                    entry("name", result.title)
                    if let rest = result.rest { entry("description", rest) }
                    entry("clipboardText", result.text)
                }
            }
        }
    }

    fileprivate func append(action: (id: String, text: String, icon: String)) {
        array(of: "(sss)") {
            structure("sss") {
                append(action.id)
                append(action.text)
                append(action.icon)
            }
        }
    }

    fileprivate func append(matches results: [SearchResult]) {
        // The type PossibleMatch of KRunner. The relevance is below that of programs and files.
        let (type, relevance): (Int32, Double) = (30, 0.5)
        array(of: "(sssida{sv})") {
            for (place, result) in results.enumerated() {
                structure("sssida{sv}") {
                    append(result.id)
                    append(result.styled)
                    append("jokesd")
                    append(int32: type)
                    append(double: relevance - Double(place) / 100)
                    // With `multiline`, KRunner shows the whole text, and reads its markup.
                    array(of: "{sv}") { entry("multiline", "b") { append(boolean: true) } }
                }
            }
        }
    }
}

extension SearchService {
    /// The description of the object, for tools such as busctl.
    fileprivate static let description = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
        <interface name="org.gnome.Shell.SearchProvider2">
        <method name="GetInitialResultSet"><arg type="as" name="terms" direction="in"/>\
        <arg type="as" name="results" direction="out"/></method>
        <method name="GetSubsearchResultSet"><arg type="as" name="previous_results" direction="in"/>\
        <arg type="as" name="terms" direction="in"/><arg type="as" name="results" direction="out"/></method>
        <method name="GetResultMetas"><arg type="as" name="identifiers" direction="in"/>\
        <arg type="aa{sv}" name="metas" direction="out"/></method>
        <method name="ActivateResult"><arg type="s" name="identifier" direction="in"/>\
        <arg type="as" name="terms" direction="in"/><arg type="u" name="timestamp" direction="in"/></method>
        <method name="LaunchSearch"><arg type="as" name="terms" direction="in"/>\
        <arg type="u" name="timestamp" direction="in"/></method>
        </interface>
        <interface name="org.kde.krunner1">
        <method name="Actions"><arg type="a(sss)" name="actions" direction="out"/></method>
        <method name="Match"><arg type="s" name="query" direction="in"/>\
        <arg type="a(sssida{sv})" name="matches" direction="out"/></method>
        <method name="Run"><arg type="s" name="matchId" direction="in"/>\
        <arg type="s" name="actionId" direction="in"/></method>
        </interface>
        </node>

        """
}

// SPDX-License-Identifier: MIT
package import JokeCommandLine

/// The options that every command takes, wherever they stand.
package struct GlobalFlags: Sendable, Hashable {
    /// Where jokesd listens, or nil for the usual places.
    package var socket: String?
    /// The seconds to wait for an answer, or nil for the usual time.
    package var timeout: Double?
    package var form = Form.page
    package var isQuiet = false
    /// Whether a daemon that does not run yet stays so.
    package var startsNothing = false
    package var color = Appearance.ColorChoice.auto
    package var wantsHelp = false

    /// The form in which a result is printed.
    package enum Form: Sendable, Hashable {
        /// For people.
        case page
        /// As it was sent, or some members of it.
        case json(Fields?)
        case template(Template)
    }

    package init() {}

    /// The timeout unless `--timeout` says otherwise, in seconds.
    package static let usualTimeout = 2.0
}

extension GlobalFlags {
    private static let socket = Option("socket", "PATH", .path, "where jokesd listens")
    private static let timeout = Option(
        "timeout", "SECONDS", .seconds(upTo: 86_400), "how long to wait for an answer (2)")
    private static let json = Option(
        "json", "FIELDS",
        .form(expected: "names with commas between them, such as joke.value,seq") { Fields($0) != nil },
        isValueOptional: true, "print the result as jokesd sent it, on one line; or these members of it")
    private static let format = Option(
        "format", "TEMPLATE", .text, "print members of the result: '{{joke.value|trunc:60}}'")
    private static let noStart = Option(
        "no-start", "ask jokesd only where it runs already: do not have systemd start it")
    private static let quiet = Option("quiet", letter: "q", "print only what was asked for")
    private static let color = Option(
        "color", "WHEN", .words(Appearance.ColorChoice.allCases.map(\.rawValue)), "auto, always or never")
    private static let help = Option("help", letter: "h", isQuestion: true, "say how the command is used")

    package static let options = [socket, timeout, json, format, noStart, quiet, color, help]

    package init(_ invocation: Invocation) throws(UsageError) {
        // The options need not be made for a line without any.
        guard invocation.hasOptions else { return }
        socket = invocation.text(Self.socket)
        timeout = invocation.seconds(Self.timeout)
        form = try Self.form(invocation)
        startsNothing = invocation.has(Self.noStart)
        isQuiet = invocation.has(Self.quiet)
        color = invocation.word(Self.color) ?? .auto
        wantsHelp = invocation.has(Self.help)
    }

    /// The form that was asked for last.
    private static func form(_ invocation: Invocation) throws(UsageError) -> Form {
        // A template that is wrong is an error even if another form follows it.
        var template: Template?
        if let text = invocation.text(format) {
            do throws(Template.TemplateError) { template = try Template(text) } catch {
                throw UsageError(error)
            }
        }
        guard let last = invocation.last(of: [json, format]) else { return .page }
        if last === format, let template { return .template(template) }
        return .json(invocation.text(json).flatMap { $0.isEmpty ? nil : Fields($0) })
    }
}

extension UsageError {
    init(_ mistake: Template.TemplateError) {
        self.init("\(mistake.message); `jokectl help format` says what a template may have")
    }
}

extension CommandError {
    package init(_ error: UsageError) { self.init(.usage, error.message) }
}

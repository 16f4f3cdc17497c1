// SPDX-License-Identifier: MIT
package import JokeClient
import JokeWire

/// The options that every command takes, at any position.
package struct GlobalFlags: Sendable, Hashable {
    /// The path of jokesd's socket, or nil for the default locations.
    package var socket: String?
    /// The longest time to wait for a reply, in seconds, or nil for the default.
    package var timeout: Double?
    package var form = Form.page
    package var isQuiet = false
    /// Whether a connection must not start jokesd (`--no-start`).
    package var startsNothing = false
    package var color = Appearance.ColorChoice.auto
    package var wantsHelp = false
    package var wantsVersion = false

    /// The form in which a result is printed.
    package enum Form: Sendable, Hashable {
        /// A page for people.
        case page
        /// JSON as jokesd sent it, or only these members of it.
        case json(Fields?)
        case template(Template)

        /// Throws an error if it has a member that no result of the schema can have.
        func check(against schema: @autoclosure () -> ValueSchema?) throws(CommandError) {
            switch self {
            case .page, .json(nil): break
            case .json(let fields?):
                if let schema = schema() { try fields.check(against: schema) }
            case .template(let template):
                guard let schema = schema() else { return }
                do throws(Template.TemplateError) { try template.check(against: schema) } catch {
                    throw CommandError(UsageError(error))
                }
            }
        }
    }

    package init() {}

    /// The timeout without `--timeout`, in seconds. The first reply of a daemon that is being started on a busy machine
    /// takes some seconds.
    package static let usualTimeout = 10.0

    private static let socket = Option("socket", "PATH", .path, "connect to jokesd at this socket")
    private static let timeout = Option(
        "timeout", "SECONDS", .seconds(upTo: 86_400), "wait at most this long for a reply (10)")
    private static let json = Option(
        "json", "FIELDS",
        .form(expected: "names separated by commas, such as joke.value,seq") { Fields($0) != nil },
        isValueOptional: true, "print the result, or only these members, as one line of JSON")
    private static let format = Option(
        "format", "TEMPLATE", .text, "print the result with a template, such as '{{joke.value|trunc:60}}'")
    private static let noStart = Option(
        "no-start", "do not start jokesd if it does not run")
    private static let quiet = Option("quiet", letter: "q", "print only the result")
    private static let color = Option(
        "color", "WHEN", .words(Appearance.ColorChoice.allCases.map(\.rawValue)),
        "use colors: auto, always or never")
    private static let help = Option("help", letter: "h", isQuestion: true, "show help for the command")
    private static let version = Option("version", letter: "V", isQuestion: true, "print the version")

    package static let options = [socket, timeout, json, format, noStart, quiet, color, help, version]

    package init(_ invocation: Invocation) throws(UsageError) {
        // A command line without options need not create them.
        guard invocation.hasOptions else { return }
        socket = invocation.text(Self.socket)
        timeout = invocation.seconds(Self.timeout)
        form = try Self.form(invocation)
        startsNothing = invocation.has(Self.noStart)
        isQuiet = invocation.has(Self.quiet)
        color = invocation.word(Self.color) ?? .auto
        wantsHelp = invocation.has(Self.help)
        wantsVersion = invocation.has(Self.version)
    }

    /// Returns the form of the last `--json` or `--format`.
    private static func form(_ invocation: Invocation) throws(UsageError) -> Form {
        // An invalid template is an error even if `--json` follows it.
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
        self.init("\(mistake.message); `jokectl help format` explains templates")
    }
}

extension CommandError {
    package init(_ error: UsageError) { self.init(.usage, error.message) }
}

// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire

/// A message bus that can start jokesd-search by its shipped service file, and stand-ins for the programs that it calls.
final class SearchDesktop {
    static let shell = "org.gnome.Shell.SearchProvider2"
    static let runner = "org.kde.krunner1"

    /// A program that the bus can start: python3-dbusmock with one object, which stores the calls.
    struct StandIn {
        let name: String
        let path: String
        let interface: String
        /// Each method with its arguments, its results, and the code that makes them.
        let methods: [(name: String, arguments: String, results: String, code: String)]

        static let card = StandIn(
            name: "io.github.jokesd.Card", path: "/io/github/jokesd/Card",
            interface: "org.freedesktop.Application",
            methods: [("ActivateAction", "sava{sv}", "", ""), ("Activate", "a{sv}", "", "")])
        static let klipper = StandIn(
            name: "org.kde.klipper", path: "/klipper", interface: "org.kde.klipper.klipper",
            methods: [("setClipboardContents", "s", "", "")])
        static let notifications = StandIn(
            name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
            interface: "org.freedesktop.Notifications",
            methods: [
                ("GetCapabilities", "", "as", "ret = ['body', 'body-markup']"),
                ("Notify", "susssasa{sv}i", "u", "ret = 1"),
            ])
    }

    private let home = TemporaryDirectory()
    private let bus: TestProcess
    /// The output of the bus and of the stand-ins, which log their calls there.
    private let output: Descriptor
    private let environment: [String: String]

    private static let configuration = """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><type>session</type><listen>unix:path=HOME/bus</listen><auth>EXTERNAL</auth>
        <servicedir>HOME/services</servicedir><policy context="default"><allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
        """

    /// - Parameters:
    ///   - socket: the path of jokesd's socket.
    ///   - isPatient: whether the program waits longer for jokesd than its usual time, in which a busy machine may not
    ///     answer.
    ///   - idle: the time for which the program stays without a question, in seconds.
    ///   - language: the locale of the session.
    init(
        socket: String, with standIns: [StandIn] = [], isPatient: Bool = true, idle: String = "30",
        language: String = "C.UTF-8"
    ) throws {
        let search = try Programs.path(of: "jokesd-search")
        home.write(Self.configuration.replacing("HOME", with: home.path), to: "bus.conf")
        let service = try Files.text("\(Programs.checkout)/desktop/io.github.jokesd.Search.service.in")
        home.write(
            service.replacing(
                "@LIBEXECDIR@/jokesd-search",
                with: isPatient ? "\(search) --timeout 15 --idle \(idle)" : search),
            to: "services/io.github.jokesd.Search.service"
        )
        for one in standIns {
            home.write(
                """
                [D-BUS Service]
                Name=\(one.name)
                Exec=/usr/bin/python3 -m dbusmock --session \(one.name) \(one.path) \(one.interface)
                """, to: "services/\(one.name).service")
        }
        environment = [
            "HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": language, "JOKESD_SOCKET": socket,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.path)/bus",
        ]
        let ends = try FileDescriptor.pipe()
        output = Descriptor(owning: ends.reading)
        let writing = Descriptor(owning: ends.writing)
        let nothing = Descriptor(owning: open("/dev/null", O_RDWR | O_CLOEXEC))
        bus = try TestProcess(
            "/usr/bin/dbus-daemon",
            ["--config-file=\(home.path)/bus.conf", "--nofork", "--print-address=1"],
            environment: environment,
            streams: (nothing.number, writing.number, nothing.number))
        // The bus prints its address when it listens.
        _ = try output.wait(for: POLLIN, "a message bus", until: TestDeadline())
        for one in standIns { try set(up: one) }
    }

    private func set(up standIn: StandIn) throws {
        for method in standIn.methods {
            let run = try busctl(
                standIn.name, standIn.path, "org.freedesktop.DBus.Mock", "AddMethod",
                ["sssss", standIn.interface, method.name, method.arguments, method.results, method.code])
            guard run.succeeded else { throw TestSupportError("dbusmock: \(run.errors)") }
        }
    }

    private func busctl(
        _ name: String, _ path: String, _ interface: String, _ member: String, _ arguments: [String]
    ) throws -> ProgramRun {
        try ProgramRun(
            "/usr/bin/busctl",
            ["--user", "--json=short", "--timeout=20", "--", "call", name, path, interface, member]
                + arguments,
            environment: environment)
    }

    /// Calls a method of jokesd-search. The bus starts it if it does not run.
    ///
    /// - Parameter arguments: the types and the values as busctl(1) expects them.
    func run(_ interface: String, _ member: String, _ arguments: String...) throws -> ProgramRun {
        try busctl("io.github.jokesd.Search", "/io/github/jokesd/Search", interface, member, arguments)
    }

    /// Calls a method, and returns its first result.
    func call(_ interface: String, _ member: String, _ arguments: String...) throws -> JSON {
        let run = try busctl(
            "io.github.jokesd.Search", "/io/github/jokesd/Search", interface, member, arguments)
        guard run.succeeded else { throw TestSupportError("\(member): \(run.errors)") }
        guard !run.output.isEmpty else { return .null }
        return try JSON(parsing: run.output.utf8)["data"]?.arrayValue?.first ?? .null
    }

    /// Returns the ids that GNOME Shell gets for these words.
    func ids(_ words: String...) throws -> [String] {
        let run = try busctl(
            "io.github.jokesd.Search", "/io/github/jokesd/Search", Self.shell, "GetInitialResultSet",
            ["as", String(words.count)] + words)
        guard run.succeeded else { throw TestSupportError("GetInitialResultSet: \(run.errors)") }
        let list = try JSON(parsing: run.output.utf8)["data"]?.arrayValue?.first?.arrayValue
        return list?.compactMap(\.stringValue) ?? []
    }

    /// Returns the arguments of each call of a stand-in's method, as JSON of busctl. The bus delivers the calls that
    /// jokesd-search sent before its reply first.
    func calls(of method: String, to standIn: StandIn) throws -> [[JSON]] {
        let run = try busctl(
            standIn.name, standIn.path, "org.freedesktop.DBus.Mock", "GetMethodCalls", ["s", method])
        guard run.succeeded else { throw TestSupportError("dbusmock: \(run.errors)") }
        let calls = try JSON(parsing: run.output.utf8)["data"]?.arrayValue?.first?.arrayValue ?? []
        return calls.map { call in
            call.arrayValue?.last?.arrayValue?.map { $0["data"] ?? .null } ?? []
        }
    }

    /// Makes a stand-in send a signal, with its arguments as busctl(1) expects them in an array of variants.
    func emit(_ signal: String, _ signature: String, _ arguments: [String], from standIn: StandIn) throws {
        let run = try busctl(
            standIn.name, standIn.path, "org.freedesktop.DBus.Mock", "EmitSignal",
            ["sssav", standIn.interface, signal, signature] + arguments)
        guard run.succeeded else { throw TestSupportError("dbusmock: \(run.errors)") }
    }

    /// A descriptor that is readable when the running jokesd-search has ended.
    func ending() throws -> FileDescriptor {
        let run = try busctl(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
            "GetConnectionUnixProcessID", ["s", "io.github.jokesd.Search"])
        let number = try JSON(parsing: run.output.utf8)["data"]?.arrayValue?.first?.integerValue
        guard let number else { throw TestSupportError("no jokesd-search: \(run.errors)") }
        return try FileDescriptor(watching: pid_t(number))
    }

    /// Starts jokesd-search by hand, with its errors in the file that ``errors`` reads.
    func start(_ arguments: String...) throws -> TestProcess {
        let errors = try Files.create("\(home.path)/errors", appending: true)
        let nothing = Descriptor(owning: open("/dev/null", O_RDWR | O_CLOEXEC))
        return try TestProcess(
            try Programs.path(of: "jokesd-search"), arguments, environment: environment,
            streams: (nothing.number, nothing.number, errors.number))
    }

    var errors: String { (try? Files.text("\(home.path)/errors")) ?? "" }
}

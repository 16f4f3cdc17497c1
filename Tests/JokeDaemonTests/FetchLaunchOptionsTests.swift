// SPDX-License-Identifier: MIT
import Glibc
import JokeDaemon
import JokeLinux
import JokeTestSupport
import Testing

@Suite("The launch of jokesd-fetch")
struct FetchLaunchOptionsTests {
    private static let variables = [
        "HOME": "/home/u", "PATH": "/bin", "LC_ALL": "C", "https_proxy": "http://p", "API_KEY": "secret",
        "PYTHONPATH": "/py", "NOTIFY_SOCKET": "/n", "LISTEN_FDS": "1", "JOURNAL_STREAM": "1:2",
        "CREDENTIALS_DIRECTORY": "/c",
    ]

    private static func program(runsCommands: Bool, contact: String = "") throws -> FetchLaunchOptions {
        let location = FetchExecutable(executable: nil, override: "/bin/true")
        return FetchLaunchOptions(
            location: location, contact: contact, environment: Environment(variables, userID: 0),
            runsCommands: runsCommands)
    }

    @Test("for services it gets few variables and no key of the user")
    func environmentForServices() throws {
        let program = try #require(try Self.program(runsCommands: false).program)
        let environment = try #require(program.environment)
        #expect(
            Set(environment.keys) == [
                "HOME", "PATH", "LC_ALL", "https_proxy", "CREDENTIALS_DIRECTORY",
            ])
        #expect(program.limits?.fileSize == 0)
        #expect(program.arguments == ["serve"])
    }

    @Test("for the user's programs it gets the user's variables and none of the service manager")
    func environmentForPrograms() throws {
        let program = try #require(try Self.program(runsCommands: true).program)
        let environment = try #require(program.environment)
        #expect(
            Set(environment.keys)
                == [
                    "HOME", "PATH", "LC_ALL", "https_proxy", "API_KEY", "PYTHONPATH",
                    "CREDENTIALS_DIRECTORY",
                ])
        let limits = try #require(program.limits)
        #expect(limits.fileSize == nil)
    }

    @Test("it is found beside jokesd, in libexec or lib, or only at the path of the variable")
    func searchedPaths() throws {
        let directory = TemporaryDirectory()
        func make(_ name: String) throws -> String {
            let path = "\(directory.path)/\(name)"
            try Files.write("", to: path)
            chmod(path, 0o700)
            return path
        }
        let daemon = "\(directory.path)/bin/jokesd"
        let location = FetchExecutable(executable: daemon, override: nil)
        #expect(location.found == nil)
        try Files.makeDirectory("\(directory.path)/bin")
        _ = try make("lib/jokesd/jokesd-fetch")
        #expect(location.found == "\(directory.path)/bin/../lib/jokesd/jokesd-fetch")
        _ = try make("libexec/jokesd/jokesd-fetch")
        #expect(location.found == "\(directory.path)/bin/../libexec/jokesd/jokesd-fetch")
        let beside = try make("bin/jokesd-fetch")
        #expect(location.found == beside)
        #expect(FetchExecutable(executable: daemon, override: "/nowhere").found == nil)
        #expect(FetchExecutable(executable: daemon, override: "relative").found == nil)
        #expect(FetchExecutable(executable: nil, override: "").found == nil)
    }
}

// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux

/// The output and the exit status of a program that has ended.
struct ProgramResult {
    let lines: [String]
    let status: WaitStatus
    let errors: [String]
}

extension Environment {
    /// Runs a program and returns its output and exit status. Returns nil if it is not installed, cannot be started, or
    /// takes longer than 10 s.
    func result(of name: String, _ arguments: [String]) -> ProgramResult? {
        guard let program = ExternalProgram(name, self) ?? Self.beside(name),
            let running = try? ExternalProcess(program, arguments, self),
            let alarm = try? BootTimeDeadline(after: 10)
        else { return nil }
        var lines: [String] = []
        while true {
            switch running.line(until: alarm) {
            case .said(let line): lines.append(line)
            case .late: return nil
            case .ended:
                return (try? running.end()).map {
                    ProgramResult(lines: lines, status: $0.status, errors: $0.complaints)
                }
            }
        }
    }

    /// Finds jokesd in jokectl's own directory. In a checkout it is there and not in `PATH`.
    private static func beside(_ name: String) -> ExternalProgram? {
        guard name == "jokesd", let own = DiagnosticContext.program(of: Int(getpid())),
            let end = own.lastIndex(of: "/")
        else { return nil }
        return ExternalProgram(name, ["PATH": String(own[..<end])])
    }
}

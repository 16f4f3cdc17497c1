// SPDX-License-Identifier: MIT
import Glibc
import JokeControl

/// The exit code and the output of a run.
struct Output: Hashable {
    var code: ExitCode
    var data: String
    var errors: String
}

/// Runs one command line, as from a shell, with files for its outputs.
func jokectl(_ words: String..., at path: String) -> Output { jokectl(words, at: path) }

func jokectl(_ words: [String], at path: String) -> Output {
    let (output, errors) = (scratchFile(), scratchFile())
    defer {
        close(output)
        close(errors)
    }
    let code = JokectlMain.run(
        words + ["--socket", path], environment: [:], output: output, errors: errors)
    return Output(code: code, data: contents(of: output), errors: contents(of: errors))
}

extension StringProtocol {
    /// Whether the line is nothing but a command in back-quotes or after a dollar sign, with a mark around it.
    var isOneCommand: Bool { String(self).wholeMatch(of: #/ *(\$ .*|\(?`[^`]+`\S*)/#) != nil }
}

/// Returns an open file without a name.
func scratchFile() -> Int32 {
    var template = Array("/tmp/jokectl-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    unlink(template)
    return descriptor
}

func contents(of descriptor: Int32) -> String {
    lseek(descriptor, 0, SEEK_SET)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
}

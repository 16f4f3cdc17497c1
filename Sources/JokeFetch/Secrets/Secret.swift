// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux

/// A secret, such as a service's key. The configuration has only its name, and the description never shows the value.
package struct Secret: Sendable, CustomStringConvertible {
    /// The most bytes of a secret file.
    private static let mostBytes = 64 << 10

    /// The name, as the configuration has it.
    package let name: String
    /// The value, without trailing newlines.
    package let value: String
    package var description: String { "the secret '\(name)'" }

    /// Reads the systemd credential `name` (`LoadCredential=`, systemd.exec(5)). If there is none, reads the file
    /// `jokesd/secrets/NAME` in the user's configuration directory, which only the user may be able to read.
    package init(named name: String, environment: [String: String]) throws(SecretError) {
        guard Self.isName(name) else { throw .badName(name) }
        let places = Self.places(of: name, environment)
        for place in places {
            guard let text = try Self.text(of: place) else { continue }
            let value = text.reversed().drop { $0.isNewline }.reversed()
            guard !value.isEmpty else { throw .empty(place) }
            self.name = name
            self.value = String(value)
            return
        }
        throw .absent(name, places)
    }

    /// The variables of this process's environment that say where secrets are.
    static var environment: [String: String] {
        var environment: [String: String] = [:]
        for name in ["CREDENTIALS_DIRECTORY", "XDG_CONFIG_HOME", "HOME"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        return environment
    }

    /// Returns whether the name has only characters that cannot lead out of the directory.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                byte < 0x80
                    && (Character(Unicode.Scalar(byte)).isLetter || "0123456789-_.".utf8.contains(byte))
            }
    }

    /// Returns the paths at which the secret may be, the credential first.
    private static func places(of name: String, _ environment: [String: String]) -> [String] {
        func directory(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let config = directory("XDG_CONFIG_HOME") ?? directory("HOME").map { "\($0)/.config" }
        return [directory("CREDENTIALS_DIRECTORY"), config.map { "\($0)/jokesd/secrets" }]
            .compactMap { $0.map { "\($0)/\(name)" } }
    }

    /// Returns the text of a file that only the user can read, or nil if there is no such file.
    private static func text(of path: String) throws(SecretError) -> String? {
        let file: BoundedFile
        do throws(BoundedFile.ReadError) { file = try BoundedFile(reading: path, limit: mostBytes) } catch {
            switch error {
            case .failed(_, ENOENT), .failed(_, ENOTDIR): return nil
            case .failed(_, let code):
                throw .unreadable(path, SystemError(code: code, operation: "read").reason)
            case .notAFile: throw .unreadable(path, "it is not a file")
            case .tooLarge: throw .unreadable(path, "it is longer than \(mostBytes) bytes")
            }
        }
        guard file.isPrivate else { throw .open(path) }
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw .unreadable(path, "it is not UTF-8")
        }
        return text
    }
}

/// The reason why a secret cannot be used. No case contains any of the secret's value.
package enum SecretError: Error, Sendable, Hashable {
    /// The name has characters that a name of a secret cannot have.
    case badName(String)
    /// No file has this name; the second value lists the paths that were tried.
    case absent(String, [String])
    /// Other users can read the file at this path, or it belongs to another user.
    case open(String)
    /// The file at this path is empty.
    case empty(String)
    /// The file at this path cannot be read; the second value is the reason.
    case unreadable(String, String)

    /// The error in one sentence, which says what to do.
    package var message: String {
        switch self {
        case .badName(let name):
            "\"\(name)\" is not the name of a secret; use letters, digits, '-', '_', and '.' except at the beginning"
        case .absent(let name, let places):
            "no secret has the name '\(name)'; write it to \(places.last ?? "a credential"), with chmod 600"
        case .open(let path): "\(path) is readable by other users, or belongs to one; run chmod 600 on it"
        case .empty(let path): "\(path) is empty; write the secret to it"
        case .unreadable(let path, let why): "\(path) cannot be read: \(why)"
        }
    }
}

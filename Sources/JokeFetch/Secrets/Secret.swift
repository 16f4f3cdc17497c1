// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem

/// Something that nobody else may know, such as a service's key. It never stands in the configuration, which names it;
/// nor is it ever shown: a description has only the name.
package struct Secret: Sendable, CustomStringConvertible {
    /// More is no key.
    private static let mostBytes = 64 << 10

    package let name: String
    /// Without the line break that editors put behind it.
    package let value: String
    package var description: String { "the secret '\(name)'" }

    /// Reads a systemd credential of this name (`LoadCredential=`, systemd.exec(5)) or, where there is none, the file
    /// `jokesd/secrets/NAME` in the configuration's directory, which must be the user's alone.
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

    /// What of this process's environment says where secrets are.
    static var environment: [String: String] {
        var environment: [String: String] = [:]
        for name in ["CREDENTIALS_DIRECTORY", "XDG_CONFIG_HOME", "HOME"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        return environment
    }

    /// One that cannot lead elsewhere.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                byte < 0x80
                    && (Character(Unicode.Scalar(byte)).isLetter || "0123456789-_.".utf8.contains(byte))
            }
    }

    private static func places(of name: String, _ environment: [String: String]) -> [String] {
        func directory(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let config = directory("XDG_CONFIG_HOME") ?? directory("HOME").map { "\($0)/.config" }
        return [directory("CREDENTIALS_DIRECTORY"), config.map { "\($0)/jokesd/secrets" }]
            .compactMap { $0.map { "\($0)/\(name)" } }
    }

    /// Nil where there is no such file.
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

/// Why a secret cannot be used. What it says has no part of it.
package enum SecretError: Error, Sendable, Hashable {
    case badName(String)
    case absent(String, [String])
    case open(String)
    case empty(String)
    case unreadable(String, String)

    /// One sentence that says what to do.
    package var message: String {
        switch self {
        case .badName(let name):
            "\"\(name)\" is no name of a secret; it has letters, digits, '-', '_' and '.' behind the first"
        case .absent(let name, let places):
            "there is no secret '\(name)'; put it into \(places.last ?? "a credential"), and chmod 600 it"
        case .open(let path): "others can read \(path), or it is not yours; chmod 600 it"
        case .empty(let path): "\(path) is empty; put the secret into it"
        case .unreadable(let path, let why): "\(path) cannot be read: \(why)"
        }
    }
}

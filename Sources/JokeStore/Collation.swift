// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux

/// The order of texts in a locale, as sort keys that are compared byte by byte.
///
/// If the locale is the C locale or is not installed, texts are ordered without regard to case and marks
/// (`PlainLetters`), and equal ones by their marks.
final class Collation {
    /// The name of the locale, or `letters` if it is the C locale or is not installed.
    let name: String
    private let locale: locale_t?

    /// The most bytes of a key after its generation. Texts that differ only after that are in any order. In most
    /// locales this is after about forty letters.
    private static let longestKey = 96

    init(locale name: String) {
        let wanted = Int32(1) << Int32(LC_COLLATE) | Int32(1) << Int32(LC_CTYPE)
        locale = LocaleName(name).isC || name.isEmpty ? nil : newlocale(wanted, name, nil)
        self.name = locale == nil ? "letters" : name
    }

    deinit {
        if let locale { freelocale(locale) }
    }

    /// Returns the sort key of a text.
    ///
    /// - Parameter generation: The first byte of the key, so that keys of an older locale sort before those of the
    ///   current one.
    func key(of text: String, generation: UInt8) -> [UInt8] {
        [generation] + weights(of: text).prefix(Self.longestKey)
    }

    private func weights(of text: String) -> [UInt8] {
        guard let locale else {
            let plain = Array(PlainLetters.of(text).utf8.prefix(Self.longestKey / 2))
            return plain + [0] + text.lowercased().utf8
        }
        // A zero byte would end the C string.
        var bytes = text.utf8.map { $0 == 0 ? CChar(1) : CChar(bitPattern: $0) }
        bytes.append(0)
        var key = [CChar](repeating: 0, count: bytes.count * 8 + 64)
        // POSIX: the result is the necessary length. If the buffer is too small, its content is "indeterminate".
        var length = strxfrm_l(&key, bytes, key.count, locale)
        if length >= key.count {
            key = [CChar](repeating: 0, count: length + 1)
            length = strxfrm_l(&key, bytes, key.count, locale)
        }
        return key.prefix(min(length, key.count)).map { UInt8(bitPattern: $0) }
    }
}

extension Store {
    /// Returns the name of the locale that texts are sorted by, from the environment.
    package static func localeName(_ variable: (String) -> String?) -> String {
        LocaleName(of: "LC_COLLATE", variable).text
    }
}

// SPDX-License-Identifier: MIT
import CGettext
import Glibc

/// Returns a text of the card in the user's language, or the text itself if the catalogue does not have it.
///
/// scripts/catalogue.py finds the texts by this name, so the argument is a literal and a whole sentence.
///
/// - Parameter values: replace `%s` in their order, or `%1$s`, `%2$s` by their place.
package func localized(_ text: String, _ values: String...) -> String {
    // gettext returns the text that it got if there is no other, so the text must outlive the call.
    text.withCString { text in
        Catalogue.fill(String(cString: dgettext(Catalogue.domain, text)), with: values)
    }
}

/// Returns the form of a text for a number, which replaces `%s`.
package func localized(_ one: String, _ many: String, count: Int) -> String {
    one.withCString { one in
        many.withCString { many in
            let text = String(cString: dngettext(Catalogue.domain, one, many, UInt(count.magnitude)))
            return Catalogue.fill(text, with: ["\(count)"])
        }
    }
}

/// The catalogue of translated texts (docs/card.md), which gettext chooses by `LANGUAGE` and `LC_MESSAGES`.
package enum Catalogue {
    static let domain = "jokesd-card"

    /// Lets gettext find the catalogue in `../share/locale`, seen from the program's directory.
    ///
    /// - Parameter program: the path of the program.
    package static func bind(program: String) {
        let parts = program.split(separator: "/").dropLast(2)
        bindtextdomain(domain, "/" + (parts + ["share", "locale"]).joined(separator: "/"))
        // GTK expects UTF-8, whatever the locale is.
        bind_textdomain_codeset(domain, "UTF-8")
    }

    /// Returns the text with the values in the places of `%s`, `%1$s` and so on. A place without a value stays.
    package static func fill(_ text: String, with values: [String]) -> String {
        var (result, rest, next) = ("", text[...], 0)
        while let start = rest.firstIndex(of: "%") {
            result += rest[..<start]
            rest = rest[start...]
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            let end = rest[digits.endIndex...]
            let (place, length): (Int?, Int) =
                if digits.isEmpty, end.first == "s" {
                    (next, 2)
                } else if end.first == "$", end.dropFirst().first == "s" {
                    (Int(digits).map { $0 - 1 }, digits.count + 3)
                } else {
                    (nil, 1)
                }
            if let place, values.indices.contains(place) {
                result += values[place]
                next += digits.isEmpty ? 1 : 0
            } else {
                result += rest.prefix(length)
            }
            rest = rest.dropFirst(length)
        }
        return result + rest
    }
}

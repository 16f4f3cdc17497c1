// SPDX-License-Identifier: MIT

/// Returns a text for people in the user's language, or the text itself if that is English.
///
/// scripts/catalogue.py finds the texts by this name, so the argument is a literal and a whole sentence.
///
/// - Parameter values: replace `%s` in their order, or `%1$s`, `%2$s` by their place.
package func localized(_ text: String, _ values: String...) -> String {
    Catalogue.fill(Catalogue.chosen?.translation(of: text) ?? text, with: values)
}

/// Returns the translation of a text that a table has, such as the summary of a command, or the text itself if there is
/// none.
///
/// The tables are English, because the manual pages are. scripts/catalogue.py finds their texts by the types that hold
/// them.
package func translated(_ text: String) -> String { Catalogue.chosen?.translation(of: text) ?? text }

/// Returns the form of a text for a number.
///
/// - Parameter values: replace `%s`, or the number if there are none.
package func localized(_ one: String, _ many: String, count: Int, _ values: String...) -> String {
    let text = Catalogue.chosen?.translation(of: one, isPlural: count != 1) ?? (count == 1 ? one : many)
    return Catalogue.fill(text, with: values.isEmpty ? [count.grouped] : values)
}

extension Int {
    /// The number for people, with its thousands divided as the language of the texts does it: from 1,000 on in English,
    /// from 10.000 on in Spanish (CLDR, minimumGroupingDigits).
    package var grouped: String {
        let (separator, least) = Catalogue.chosen == nil ? (",", 1_000) : (".", 10_000)
        var (rest, groups) = (String(self)[...], "")
        while magnitude >= least, rest.utf8.count > 3 {
            groups = separator + rest.suffix(3) + groups
            rest = rest.dropLast(3)
        }
        return rest + groups
    }
}

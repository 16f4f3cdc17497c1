// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// A table as text: records of fields. The first record names the columns.
enum CSVTable {
    /// The columns that are imported, and the members of JSON that they become. Other columns are ignored.
    private static let members = [
        "value": "value", "joke": "value", "text": "value", "setup": "setup", "punchline": "punchline",
        "category": "categories", "categories": "categories", "language": "language", "source": "source",
        "url": "url", "id": "id",
    ]
    private static let longestMember = 10

    /// Returns the character that separates the names of columns in the first line, or nil if the line has none.
    ///
    /// - Parameter isNamed: Whether the file's name says that it is CSV, so that one column is enough.
    static func separator(of line: String, isNamed: Bool) -> Unicode.Scalar? {
        [",", ";", "\t"].first { separator in
            let columns = records(of: [.text(line)], separator: separator).records.first?.fields ?? []
            return isHeader(columns) && (columns.count > 1 || isNamed)
        }
    }

    private static func isHeader(_ columns: [String]) -> Bool {
        let names = columns.map(member)
        return names.contains("value") || names.contains("setup") && names.contains("punchline")
    }

    private static func member(of column: String) -> String? {
        let name = column.unicodeScalars.lazy.filter { !$0.properties.isWhitespace }
        // The text of a joke may be here, too, and hashing a long one takes long.
        guard name.prefix(longestMember + 1).count <= longestMember, name.allSatisfy(\.isASCII) else {
            return nil
        }
        return members[String(String.UnicodeScalarView(name)).lowercased()]
    }

    /// Returns the lines with the first one of each record replaced by the joke's JSON, and the others by empty ones.
    static func jokes(
        of lines: [LineReader.Line], separator: Unicode.Scalar
    ) throws(CommandError) -> [LineReader.Line] {
        let (records, open) = records(of: lines, separator: separator)
        if let open {
            throw CommandError(
                .badData,
                localized("Nothing was imported: a quotation mark of line %s is not closed", "\(open + 1)"))
        }
        guard let header = records.first, isHeader(header.fields) else {
            throw CommandError(
                .badData,
                localized(
                    "Nothing was imported: line %s does not name the columns of jokes; it needs `value`, "
                        + "or `setup` and `punchline`, and can have `category`, `language`, `source`, `url` and "
                        + "`id`", "\((records.first?.line ?? 0) + 1)")
            )
        }
        var result = lines.map { $0.text == nil ? $0 : .text("") }
        let names = header.fields.map(member)
        for record in records.dropFirst() {
            var object: JSONObject = [:]
            for (name, field) in zip(names, record.fields) where !field.isEmpty {
                guard let name else { continue }
                object.set(name, name == "categories" ? categories(field) : .string(field))
            }
            result[record.line] = .text(JSON.object(object).jsonText)
        }
        return result
    }

    private static func categories(_ field: String) -> JSON {
        .array(field.unicodeScalars.split { ",;|".unicodeScalars.contains($0) }.map { .string(String($0)) })
    }

    /// Returns the fields of each record with the number of its first line, and the first line of a record whose last
    /// field is quoted but does not end, or nil. Lines that cannot be read are left out.
    private static func records(
        of lines: [LineReader.Line], separator: Unicode.Scalar
    ) -> (records: [(line: Int, fields: [String])], open: Int?) {
        var records: [(line: Int, fields: [String])] = []
        var (start, fields, field) = (0, [String](), String.UnicodeScalarView())
        var isQuoted = false
        for (number, line) in lines.enumerated() {
            guard let text = line.text, isQuoted || !line.isBlank else { continue }
            if isQuoted { field.append("\n") } else { (start, fields, field) = (number, [], .init()) }
            // A quotation mark in a quoted field ends it, unless another one follows.
            var follows = false
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"" where isQuoted: (isQuoted, follows) = (false, true)
                case "\"" where follows || field.isEmpty:
                    if follows { field.append(scalar) }
                    (isQuoted, follows) = (true, false)
                case separator where !isQuoted:
                    fields.append(String(field))
                    (field, follows) = (.init(), false)
                default:
                    field.append(scalar)
                    follows = false
                }
            }
            if !isQuoted { records.append((start, fields + [String(field)])) }
        }
        return (records, isQuoted ? start : nil)
    }
}

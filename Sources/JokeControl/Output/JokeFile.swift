// SPDX-License-Identifier: MIT
import JokeClient
import JokeLinux
import JokeWire

/// Reads the jokes of a file in one of several formats, as the lines of JSON that `saved.import` takes.
///
/// Each line of the file is returned as one line, so that errors have its number: the first line of a joke is its JSON,
/// the others are empty.
struct JokeFile {
    enum Format: String, Sendable {
        /// A JSON object in each line.
        case jsonl
        /// Records with a header, as in RFC 4180. Commas, semicolons or tabs separate the fields.
        case csv
        /// Jokes between blank lines or, if there is a line `%`, between such lines, as in a fortune file.
        case text
    }

    /// The most bytes of a file in plain text or CSV, which is read as a whole.
    static let longest = 16 << 20

    let format: Format
    /// The fraction of the file that was read, or nil if its size is not known.
    var share: Double? { reader.share }
    /// The number of lines that were returned.
    private(set) var count = 0
    private var reader: LineReader
    /// Lines that were read already, and the number of those that were returned.
    private var lines: [LineReader.Line] = []
    private var returned = 0

    /// Opens the file. If no format is given, the first line that can be read and is not blank shows it.
    ///
    /// - Parameter longestLine: The most bytes of a line.
    init(_ path: String, as format: Format?, longestLine: Int) throws(CommandError) {
        reader = try LineReader(path, longest: longestLine)
        let most = reader.most
        reader.most = Self.longest
        if path != "-", let head = try? BoundedFile.head(of: path, limit: 16).file.bytes,
            head.starts(with: "SQLite format 3\0".utf8)
        {
            throw CommandError(
                .badData,
                localized(
                    "%s is a database; `jokectl help backup` says how to restore a copy of jokesd's", path))
        }
        var first = try reader.next()
        if case .text(let text) = first, text.unicodeScalars.first == "\u{FEFF}" {
            first = .text(String(text.unicodeScalars.dropFirst()))
        }
        while let line = first {
            lines.append(line)
            guard line.isBlank || line == .notUTF8, lines.count < Self.longest else { break }
            first = try reader.next()
        }
        let isNamedTable = path.hasSuffix(".csv")
        let separator = CSVTable.separator(of: lines.last?.text ?? "", isNamed: isNamedTable)
        self.format = format ?? Self.format(of: lines.last?.text, isTable: separator != nil, isNamedTable)
        if self.format == .jsonl { reader.most = most }
        guard self.format != .jsonl else { return }
        while let line = try reader.next() { lines.append(line) }
        lines =
            self.format == .csv
            ? try CSVTable.jokes(of: lines, separator: separator ?? ",") : Self.entries(of: lines)
    }

    /// Returns the next line, or nil at the end.
    mutating func next() throws(CommandError) -> LineReader.Line? {
        let line = returned < lines.count ? lines[returned] : try reader.next()
        returned += 1
        if line != nil { count += 1 }
        return line
    }

    private static func format(of first: String?, isTable: Bool, _ isNamedTable: Bool) -> Format {
        guard let first, !isTable else { return isTable ? .csv : .jsonl }
        // A JSON array is not supported, but its error is that of a file of JSON.
        let start = first.unicodeScalars.first { !$0.properties.isWhitespace }
        let isJSON = start.map { "{[\0".unicodeScalars.contains($0) } ?? true
        // A table whose columns have unknown names is no text.
        return isJSON ? .jsonl : isNamedTable ? .csv : .text
    }

    /// Returns the lines with the first one of each joke replaced by its JSON, and the others by empty ones. A joke with
    /// a line that cannot be read is replaced by that line.
    private static func entries(of lines: [LineReader.Line]) -> [LineReader.Line] {
        let isFortune = lines.contains { $0.text?.hasBytes(of: "%") == true }
        var result = [LineReader.Line](repeating: .text(""), count: lines.count)
        var entry: [String] = []
        var (start, isReadable) = (0, true)
        for (number, line) in (lines + [.text(isFortune ? "%" : "")]).enumerated() {
            guard let text = line.text else {
                (result[number], isReadable) = (line, false)
                continue
            }
            if isFortune ? text.hasBytes(of: "%") : line.isBlank {
                if isReadable, !entry.allSatisfy(\.isBlank) {
                    result[start] = .text(
                        JSON.object(["value": .string(entry.joined(separator: "\n"))]).jsonText)
                }
                (entry, start, isReadable) = ([], number + 1, true)
            } else {
                // `saved export --as fortune` of version 0.2 wrote a blank before a line that equals the delimiter.
                entry.append(isFortune && text.hasBytes(of: " %") ? "%" : text)
            }
        }
        return result
    }
}

extension LineReader.Line {
    /// The text without the carriage return of a file of Windows, or nil if the line cannot be read.
    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text.utf8.last == UInt8(ascii: "\r") ? String(text.unicodeScalars.dropLast()) : text
    }

    var isBlank: Bool { text?.isBlank ?? false }
}

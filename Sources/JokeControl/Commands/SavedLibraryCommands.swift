// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    private static let form = Option(
        "as", "FORM", .words(["jsonl", "markdown"]),
        "write this format: jsonl (everything, for import) or markdown")

    static let savedExport = Command(
        "saved export", .library, "Export the library to a file",
        arguments: [
            Argument("FILE", .optional, "the file to write; standard output if omitted", kind: .path)
        ],
        options: [form, force],
        details: [
            "In jsonl, the default, each line is a joke with its decisions, deletions included. "
                + "`jokectl saved import` imports it on this machine or another one.",
            "In markdown, the file has the saved jokes.",
            "An existing file is replaced only with --force, and only by a complete export. A FIFO or a device is "
                + "written directly.",
        ],
        examples: [Example("jokectl saved export jokes.jsonl", "export everything")],
        result: { _ in .object([]) }
    ) { (invocation, context) throws(CommandError) in
        let path = invocation.arguments.first.flatMap { $0 == "-" ? nil : $0 }
        // Open the file first, so that an existing one is reported before jokesd is asked.
        let file = try path.map { path throws(CommandError) in
            try OutputFile(path, replacing: invocation.has(force))
        }
        if invocation.text(form) == "markdown" {
            try write(Array(Markdown.document(of: try savedJokes(context)).utf8), to: file, context)
        } else {
            try exportLines(to: file, context)
        }
        return .done
    }

    private static func exportLines(to file: OutputFile?, _ context: CommandContext) throws(CommandError) {
        var connection = try context.connect()
        var cursor: String?
        var spinner = context.spinner(localized("exporting"))
        defer { spinner?.erase() }
        var count = 0
        repeat {
            let params: JSONObject = cursor.map { ["cursor": .string($0)] } ?? [:]
            let result = try context.ask(
                Method.savedExport.rawValue, params, on: &connection, showing: &spinner)
            let part = try context.value(result, as: ExportResponse.self)
            var bytes: [UInt8] = []
            for line in part.lines {
                bytes += line.utf8
                bytes.append(UInt8(ascii: "\n"))
            }
            if let file { try file.append(bytes) } else { try context.console.write(data: bytes) }
            cursor = part.next
            count += part.lines.count
            // The total is not known before the end, because the export includes deletions.
            spinner?.say(localized("exported %s line", "exported %s lines", count: count))
        } while cursor != nil
        try file?.finish()
    }

    private static func write(_ bytes: [UInt8], to file: OutputFile?, _ context: CommandContext)
        throws(CommandError)
    {
        guard let file else { return try context.console.write(data: bytes) }
        try file.append(bytes)
        try file.finish()
    }

    /// Returns all saved jokes, sorted by text.
    private static func savedJokes(_ context: CommandContext) throws(CommandError) -> [Joke] {
        var connection = try context.connect()
        var reading = SavedPager(limit: nil)
        var spinner = context.spinner(localized("reading"))
        defer { spinner?.erase() }
        while let params = reading.nextRequest {
            let result = try context.ask(
                Method.savedList.rawValue, params, on: &connection, showing: &spinner)
            _ = reading.take(try context.value(result, as: SavedPageResponse.self))
            spinner?.say(
                localized("reading"),
                done: Double(reading.list.items.count) / Double(max(reading.list.total, 1)))
        }
        return reading.list.items.map(\.joke)
    }

    private static let skipBad = Option("skip-bad", "skip invalid lines instead of importing nothing")
    private static let merge = Option(
        "merge", "also take over what the file deletes and dislikes, as for an export of your own")
    private static let dryRun = Option("dry-run", "say what the file has, and import nothing")
    private static let inputForm = Option(
        "as", "FORM", .words(["jsonl", "csv", "text"]),
        "read jsonl, csv or text, instead of recognizing the format")

    static let savedImport = Command(
        "saved import", .library, "Import jokes into the library",
        arguments: [
            Argument("FILE", .one, "a file of jokes; - for standard input", kind: .path)
        ],
        options: [merge, inputForm, dryRun, skipBad],
        details: [
            "A file of `saved export` has a JSON object in each line. If a joke is already known, its newer decision "
                + "wins, so files can be imported in any order and more than once. Lines that delete or dislike a joke "
                + "are skipped and counted: they are for your own machines. --merge takes them over, too. If a line is "
                + "invalid, nothing is imported, unless you give --skip-bad. `jokectl undo` takes an import of up to 500 "
                + "lines and 512 KiB back.",
            "Other files can be imported, too, in UTF-8. Plain text has blank lines between the jokes or, as a file of "
                + "fortune(6), lines of `%`. In CSV, the first line names the columns: `value`, or `setup` and "
                + "`punchline`; `category`, `language`, `source`, `url` and `id` are optional. Commas, semicolons or "
                + "vertical bars separate several categories of a joke. Each line of JSON needs `value`, or `setup` and "
                + "`punchline`.",
        ],
        exitStatus:
            "0 if all lines are imported or skipped, 65 if a line is invalid, 74 if the file cannot be read, or if "
            + "the disk is full and lines are imported later",
        examples: [
            Example("jokectl saved import jokes.jsonl", "import the jokes of a friend"),
            Example("jokectl saved import --merge jokes.jsonl", "import all of an export of your own"),
            Example(
                "jokectl saved import --dry-run jokes.txt",
                "say how many jokes a text has, and show the first"),
        ],
        result: { $0.has(dryRun) ? ImportPreview.schema : ImportResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        var importing = ImportAction(
            context, format: invocation.text(inputForm).flatMap(JokeFile.Format.init),
            skipsBad: invocation.has(skipBad),
            merges: invocation.has(merge), isDryRun: invocation.has(dryRun))
        let result = try importing.run(invocation.arguments[0])
        if let preview = importing.preview {
            try context.show(preview.json) { Rendering.importPreview(preview, $0) }
            return .done
        }
        let counts = try context.value(result, as: ImportResponse.self)
        try context.show(result) { Rendering.imported(counts, $0) }
        guard counts.pending == 0 else {
            throw CommandError(
                .disk,
                localized(
                    "not imported yet: %s line; free some space on the disk, then jokesd imports the rest by itself",
                    "not imported yet: %s lines; free some space on the disk, then jokesd imports the rest by itself",
                    count: counts.pending))
        }
        return .done
    }
}

/// The jokes of a file that an import would send.
struct ImportPreview {
    let format: JokeFile.Format
    /// The number of valid lines.
    var jokes = 0
    /// The number of invalid lines, which would be skipped.
    var skipped = 0
    /// The first valid lines.
    var first: [JSON] = []

    /// The most lines of `first`.
    static let shown = 10

    static let schema = ValueSchema.object([
        .init("format", .string), .init("jokes", .integer), .init("skipped", .integer),
        .init("first", .array(of: .any)),
    ])

    var json: JSON {
        [
            "format": .string(format.rawValue), "jokes": .integer(jokes), "skipped": .integer(skipped),
            "first": .array(first),
        ]
    }
}

/// Sends the lines of a file to jokesd, in requests that are not too long.
private struct ImportAction {
    private let context: CommandContext
    private let format: JokeFile.Format?
    private let skipsBad: Bool
    /// Whether lines that delete or dislike are imported, too.
    private let merges: Bool
    private let isDryRun: Bool
    /// The number of the import, which the first reply has.
    private var number: Int?
    /// The preview of a dry run, after it.
    private(set) var preview: ImportPreview?

    init(
        _ context: CommandContext, format: JokeFile.Format?, skipsBad: Bool, merges: Bool, isDryRun: Bool
    ) {
        (self.context, self.format, self.skipsBad) = (context, format, skipsBad)
        (self.merges, self.isDryRun) = (merges, isDryRun)
    }

    /// The most bytes of lines in a request. The other members need less than 200.
    private static let most = Limits.requestLine - 512

    /// Returns the result of the last request.
    mutating func run(_ path: String) throws(CommandError) -> JSON {
        var reader = try JokeFile(path, as: format, longestLine: Self.most)
        var preview = ImportPreview(format: reader.format)
        var connection = try context.connect()
        var spinner = context.spinner(localized("importing"))
        defer { spinner?.erase() }
        var (lines, size): ([JSON], Int) = ([], 0)
        while let line = try reader.next() {
            let text = try text(of: line, reader)
            let length = Self.length(text)
            if size + length > Self.most {
                let result = try send(lines, isLast: false, &connection, &spinner)
                number = try context.value(result, as: StagedImportResponse.self).number
                spinner?.say(localized("importing"), done: reader.share)
                (lines, size) = ([], 0)
            }
            lines.append(.string(text))
            size += length
            guard isDryRun, !text.isBlank else { continue }
            preview.skipped += 1
            guard preview.first.count < ImportPreview.shown else { continue }
            // Send a sample alone: if it is invalid, the number of staged lines stays.
            let result = try send(lines, isLast: false, &connection, &spinner)
            let reply = try context.value(result, as: StagedImportResponse.self)
            if reply.staged > preview.jokes, let json = try? JSON(parsing: text.utf8) {
                preview.first.append(json)
            }
            (number, preview.jokes, lines, size) = (reply.number, reply.staged, [], 0)
        }
        // jokesd checks the lines of an import at once, and discards them if the last ones never come.
        let result = try send(lines, isLast: !isDryRun, &connection, &spinner)
        guard isDryRun else { return result }
        preview.jokes = try context.value(result, as: StagedImportResponse.self).staged
        preview.skipped -= preview.jokes
        self.preview = preview
        return result
    }

    /// Returns the text, or with `--skip-bad`, a text that jokesd skips and counts instead of a line that no request can
    /// have.
    private func text(of line: LineReader.Line, _ reader: JokeFile) throws(CommandError) -> String {
        if case .text(let text) = line, Self.length(text) <= Self.most { return text }
        if skipsBad { return "?" }
        let number = "\(reader.count)"
        throw CommandError(
            .badData,
            line == .notUTF8
                ? localized(
                    "Nothing was imported: line %s is not UTF-8; convert the file, as with "
                        + "`iconv -f ISO-8859-1 -t UTF-8`, or skip such lines with `--skip-bad`", number)
                : localized(
                    "Nothing was imported: line %s is too long; correct the line, or skip it with `--skip-bad`",
                    number))
    }

    /// Returns the length of the text in JSON and of a comma, in bytes.
    private static func length(_ text: String) -> Int { JSON.string(text).jsonText.utf8.count + 1 }

    private func send(
        _ lines: [JSON], isLast: Bool, _ connection: inout DaemonConnection, _ spinner: inout Spinner?
    ) throws(CommandError) -> JSON {
        var params: JSONObject = ["lines": .array(lines)]
        if let number { params.append("import", .integer(number)) }
        if isLast { params.append("last", true) }
        if skipsBad { params.append("skipBad", true) }
        // An older jokesd does not know the parameter, and merges.
        params.append("mode", merges ? "merge" : "add")
        return try context.ask(
            Method.savedImport.rawValue, params, on: &connection, until: context.longPatience,
            showing: &spinner)
    }
}

// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    private static let skipBad = Flag("skip-bad", "leave out lines that are bad, instead of all")

    static let savedImport = Command(
        "saved import", "Take jokes of another library in",
        arguments: [Argument("FILE", .one, "what `saved export` wrote; - for the input", values: .files)],
        flags: [skipBad],
        details: [
            "Of a joke that is known already the newer decision counts, be it a deletion; so the same files can be imported in "
                + "any order, and again. All lines are taken in, or none.",
            "Files of others will do, too: lines of JSON with a `value`, or a `setup` and a `punchline`.",
        ],
        examples: [Example("jokectl saved import jokes.jsonl", "what was exported on another machine")]
    ) { (invocation, session) throws(Failure) in
        var lines = try LineReader(invocation.arguments[0])
        var connection = try session.connect()
        var number: Int?
        var spinner = session.spinner("importing")
        defer { spinner?.erase() }
        while true {
            let chunk = try lines.next(upTo: chunkSize)
            var params: JSONObject = ["lines": .array(chunk.map { .string($0) })]
            if let number { params.append("import", .integer(number)) }
            if lines.isOver { params.append("last", true) }
            if invocation.has(skipBad) { params.append("skipBad", true) }
            let result = try session.ask(
                Method.savedImport.rawValue, params, on: &connection, until: session.longPatience,
                showing: &spinner)
            if lines.isOver {
                spinner?.erase()
                try session.show(result, as: Importing.init(json:at:), Rendering.importing)
                return .done
            }
            number = try session.value(result, as: Staged.init(json:at:)).number
            spinner?.say("importing", done: lines.share)
        }
    }

    /// Of a request's 64 KiB; the rest is for what JSON escapes in lines of JSON.
    private static let chunkSize = 24 << 10
}

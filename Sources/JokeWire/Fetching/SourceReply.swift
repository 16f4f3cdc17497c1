// SPDX-License-Identifier: MIT

/// A reply of jokesd-fetch, which is one line.
package struct SourceReply: Sendable, Hashable {
    /// The id of the request, or nil if jokesd-fetch could not read the request.
    package var id: Int?
    package var result: Result<SourceResult, SourceError>

    package init(id: Int?, result: Result<SourceResult, SourceError>) {
        self.id = id
        self.result = result
    }

    /// Decodes a reply.
    ///
    /// - Parameter line: The line without its newline.
    /// - Throws: What is wrong with the line. jokesd-fetch is broken then, so ignore everything else it sends.
    package init(line: some Collection<UInt8>) throws(WireDecodingError) {
        let json: JSON
        do throws(JSONError) { json = try JSON(parsing: line) } catch {
            throw WireDecodingError(path: "", expected: "JSON", found: error.message)
        }
        let reader = try ObjectReader(json)
        id = try reader.read("id")
        if let error = try reader.read("error") as WireError? {
            result = .failure(SourceError(error))
        } else {
            result = .success(try reader.read("result"))
        }
    }
}

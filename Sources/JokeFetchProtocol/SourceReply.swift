// SPDX-License-Identifier: MIT
package import JokeWire

/// A line that jokesd-fetch answers with.
package struct SourceReply: Sendable, Hashable {
    /// Of the request; nil where the request could not be read.
    package var id: Int?
    package var result: Result<SourceResult, SourceError>

    package init(id: Int?, result: Result<SourceResult, SourceError>) {
        self.id = id
        self.result = result
    }

    /// - Parameter line: without its newline.
    /// - Throws: what is wrong with it. Then jokesd-fetch is broken, and no word of it is to be believed.
    package init(line: some Collection<UInt8>) throws(WireDecodingError) {
        let json: JSON
        do throws(JSONError) { json = try JSON(parsing: line) } catch {
            throw WireDecodingError(path: "", expected: "JSON", found: error.message)
        }
        let shape = try ObjectReader(json)
        id = try shape.optionalInteger("id")
        if let error = try shape.optionalValue("error", WireError.init(json:at:)) {
            result = .failure(SourceError(error))
        } else {
            result = .success(try shape.value("result", SourceResult.init(json:at:)))
        }
    }
}

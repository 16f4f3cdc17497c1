// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
package import JokeWire

/// One kind of source: turns wishes into errands, and what they brought into jokes. Pure.
package protocol Provider: Sendable {
    /// The most errands that the kind may take. Zero: it is answered by `answer` as it is.
    func maximumOperations(for kind: SourceRequest.Kind) -> Int
    /// The next one, in view of what came so far.
    func operation(for kind: SourceRequest.Kind, having answer: SourceResult) throws(SourceError)
        -> FetchOperation
    /// Adds to `answer` what a delivery with a good status says.
    mutating func read(
        _ delivery: OperationOutput, for kind: SourceRequest.Kind, into answer: inout SourceResult
    ) throws(SourceError)
    /// What the service says about why it refused.
    func complaint(in error: JSON) -> String?
    /// A failure in the service's own words, where they say more.
    func explained(_ failure: SourceError) -> SourceError
}

extension Provider {
    package func complaint(in error: JSON) -> String? { error["message"]?.stringValue }
    package func explained(_ failure: SourceError) -> SourceError { failure }
}

extension OperationOutput {
    /// The body as JSON.
    func json() throws(SourceError) -> JSON {
        do throws(JSONError) {
            return try JSON(parsing: body)
        } catch {
            let isPage = contentType?.lowercased().hasPrefix("text/html") ?? false
            throw isPage
                ? nonsense("it sends a web page; a network that wants a login does that, too")
                : nonsense("this is not JSON, \(error.message)")
        }
    }

    func nonsense(_ reason: String) -> SourceError {
        SourceError(
            .nonsense, "\(place) answers nonsense (\(reason)); choose another source, or try again later")
    }

    func empty(_ what: String = "no joke") -> SourceError {
        SourceError(.empty, "\(place) has \(what) of that kind; ask for another")
    }
}

extension OperationOutput {
    /// What `read` makes of the body; a mismatch is nonsense.
    func reading<Value>(
        _ read: (JSON) throws(WireDecodingError) -> Value
    ) throws(SourceError) -> Value {
        let json = try json()
        do throws(WireDecodingError) { return try read(json) } catch { throw nonsense(error.message) }
    }
}

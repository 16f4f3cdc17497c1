// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
package import JokeWire

/// The code for one external service or translation engine, as a value: turns a request into operations, and their
/// output into a result.
package protocol Provider: Sendable {
    /// The most operations for a request of this kind. Zero if none is needed: `FetchJob.initialResult` has the whole result.
    func maximumOperations(for kind: SourceRequest.Kind) -> Int
    /// Returns the next operation.
    ///
    /// - Parameter result: The result so far.
    func operation(for kind: SourceRequest.Kind, after result: SourceResult) throws(SourceError)
        -> FetchOperation
    /// Adds to `result` the output of an operation whose status is good.
    mutating func read(
        _ output: OperationOutput, for kind: SourceRequest.Kind, into result: inout SourceResult
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

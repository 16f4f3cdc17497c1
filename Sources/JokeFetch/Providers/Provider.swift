// SPDX-License-Identifier: MIT
package import JokeWire

/// The code for one external service or translation engine, as a value: turns a request into operations, and their
/// output into a result.
///
/// `FetchJob` alternates between `operation(for:after:)` and `read(_:for:into:)` until the request has its result or
/// `maximumOperations(for:)` is reached. It has already checked the HTTP status. A new provider also needs the lines of
/// `FetchJob` that CONTRIBUTING.md, "Adding a source" lists.
package protocol Provider: Sendable {
    /// Returns the most operations that a request of this kind takes.
    ///
    /// It is 0 if no operation is needed, because `FetchJob.initialResult` already has the whole result.
    func maximumOperations(for kind: SourceRequest.Kind) -> Int
    /// Returns the next operation, or throws an error of the kind `unsupported` if the service cannot fulfil the
    /// request.
    ///
    /// - Parameter result: The result so far.
    func operation(for kind: SourceRequest.Kind, after result: SourceResult) throws(SourceError)
        -> FetchOperation
    /// Adds the output of an operation to `result`. Its HTTP status is 200 to 299.
    ///
    /// - Throws: An error of the kind `nonsense` if the output has another format, and `empty` if there is no joke.
    mutating func read(
        _ output: OperationOutput, for kind: SourceRequest.Kind, into result: inout SourceResult
    ) throws(SourceError)
    /// Returns the service's explanation in the JSON body of an HTTP error, or nil if it has none.
    func complaint(in error: JSON) -> String?
    /// Returns the error to report for `failure`: the same, or a more exact one that the provider can derive from it.
    func explained(_ failure: SourceError) -> SourceError
}

extension Provider {
    package func complaint(in error: JSON) -> String? { error["message"]?.stringValue }
    package func explained(_ failure: SourceError) -> SourceError { failure }
}

extension OperationOutput {
    /// Parses the body as JSON. A body that is not JSON is an error of the kind `nonsense`.
    func json() throws(SourceError) -> JSON {
        do throws(JSONError) {
            return try JSON(parsing: body)
        } catch {
            let isPage = contentType?.lowercased().hasPrefix("text/html") ?? false
            throw isPage
                ? nonsense("it is a web page, such as the login page of a network")
                : nonsense("it is not JSON, \(error.message)")
        }
    }

    /// Returns the error for output in another format than the provider expects.
    func nonsense(_ reason: String) -> SourceError {
        SourceError(
            .nonsense, "\(place) sent an invalid reply (\(reason)); try again later, or use another one"
        )
    }

    /// Returns the error for a service that has no such joke.
    func empty(_ what: String = "no joke") -> SourceError {
        SourceError(.empty, "\(place) has \(what) of that kind; choose another kind")
    }

    /// Parses the body as JSON and decodes it with `read`. If it does not match, the error is of the kind `nonsense`.
    func reading<Value>(_ read: (JSON) throws(WireDecodingError) -> Value) throws(SourceError) -> Value {
        let json = try json()
        do throws(WireDecodingError) { return try read(json) } catch { throw nonsense(error.message) }
    }
}

extension ObjectReader {
    /// Reads each element of the array `name` with `read`.
    func array<Value>(
        _ name: StaticString, _ read: (JSON) throws(WireDecodingError) -> Value
    ) throws(WireDecodingError) -> [Value] {
        var values: [Value] = []
        for (index, json) in (try self.read(name) as [JSON]).enumerated() {
            do throws(WireDecodingError) { values.append(try read(json)) } catch {
                throw error.within("\(name)[\(index)]")
            }
        }
        return values
    }
}

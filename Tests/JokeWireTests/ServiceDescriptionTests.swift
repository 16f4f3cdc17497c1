// SPDX-License-Identifier: MIT

import JokeWire
import Testing

/// The OpenRPC document, read as the specification says.
struct ServiceDescriptionTests {
    private let document: JSON

    init() throws { document = try JSON(parsing: ServiceDescription().jsonBytes) }

    private var methods: [JSON] { document["methods"]?.arrayValue ?? [] }

    /// Returns every object in `json`, including itself.
    private func objects(in json: JSON) -> [JSONObject] {
        switch json {
        case .object(let object): [object] + object.flatMap { objects(in: $0.value) }
        case .array(let elements): elements.flatMap(objects)
        default: []
        }
    }

    private func resolve(_ reference: String) -> JSON? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.split(separator: "/").dropFirst().reduce(Optional(document)) { $0?[String($1)] }
    }

    @Test("the description is one line, always the same, and fits a reply")
    func oneLine() {
        let bytes = ServiceDescription().jsonBytes
        #expect(bytes.count < 128 << 10)
        #expect(!bytes.contains(UInt8(ascii: "\n")))
        #expect(ServiceDescription().jsonBytes == bytes)
        #expect(ServiceDescription.namedSchema.schema.mismatch(in: document) == nil)
    }

    @Test("the root has the members that OpenRPC requires")
    func rootMembers() {
        #expect(document["openrpc"] == "1.3.2")
        #expect(document["info"]?["title"] == "jokesd")
        #expect(document["info"]?["version"] == "1")
        #expect(document["info"]?["license"]?["name"] == "MIT")
        #expect(methods.compactMap { $0["name"]?.stringValue } == Method.allCases.map(\.rawValue))
    }

    @Test("no object has a member twice")
    func noDuplicates() {
        for object in objects(in: document) { #expect(Set(object.names).count == object.count) }
    }

    @Test("every reference resolves, and every component is referred to or an error")
    func resolvedReferences() {
        let references = objects(in: document).compactMap { $0["$ref"]?.stringValue }
        #expect(!references.isEmpty)
        for reference in references { #expect(resolve(reference) != nil, "\(reference)") }
        let used = Set(references)
        for shape in NamedSchema.all where !["Error", "ErrorData"].contains(shape.name) {
            #expect(used.contains("#/components/schemas/\(shape.name)"))
        }
        for kind in ErrorKind.allCases { #expect(used.contains("#/components/errors/\(kind.rawValue)")) }
    }

    @Test("every method has its parameters, its result and its errors", arguments: Method.allCases)
    func describedMethod(method: Method) throws {
        let written = try #require(methods.first { $0["name"]?.stringValue == method.rawValue })
        let description = method.description
        #expect(written["summary"]?.stringValue == description.summary)
        #expect(written["paramStructure"] == "either")
        #expect(written["x-change"] == .bool(description.isChange))
        #expect(written["result"]?["name"]?.stringValue != nil)
        #expect(written["result"]?["schema"]?.objectValue?.isEmpty == false)
        let params = try #require(written["params"]?.arrayValue)
        #expect(params.map { $0["name"]?.stringValue } == description.params.map(\.name))
        #expect(params.map { $0["required"]?.boolValue } == description.params.map(\.required))
        #expect(params.allSatisfy { $0["schema"]?.objectValue?.isEmpty == false })
        let errors = written["errors"]?.arrayValue?.compactMap { $0["$ref"]?.stringValue } ?? []
        #expect(
            errors.compactMap(resolve).compactMap { $0["code"]?.integerValue }
                == description.errors.map(\.code))
    }

    @Test("parameters are closed with their words, and results are open with theirs as examples")
    func openAndClosed() {
        let topics = methods.first { $0["name"] == "state.subscribe" }?["params"]?.arrayValue?.first
        #expect(topics?["schema"]?["items"]?["enum"] == ["state", "log", "feed"])
        for parameter in methods.flatMap({ $0["params"]?.arrayValue ?? [] }) {
            for object in objects(in: parameter) { #expect(object["additionalProperties"] != true) }
        }
        for open in methods.compactMap({ $0["result"] }) + [document["components"], document["x-events"]] {
            for object in objects(in: open ?? .null) {
                #expect(object["enum"] == nil)
                #expect(object["additionalProperties"] != false)
            }
        }
    }

    @Test("a default matches its schema", arguments: Method.allCases)
    func defaults(method: Method) {
        for parameter in method.description.params {
            guard let fallback = parameter.fallback else { continue }
            #expect(parameter.schema.mismatch(in: fallback) == nil)
            #expect(!parameter.required)
        }
    }

    @Test("errors have code, message, kind and retry, and those of a method are not the general ones")
    func errorMembers() {
        for kind in ErrorKind.allCases {
            let written = document["components"]?["errors"]?[kind.rawValue]
            #expect(written?["code"]?.integerValue == kind.code)
            #expect(written?["message"]?.stringValue == kind.summary)
            #expect(written?["data"]?["kind"]?.stringValue == kind.rawValue)
        }
        #expect(document["x-errors"]?.arrayValue?.count == ErrorKind.general.count)
        for method in Method.allCases {
            let errors = method.description.errors
            #expect(Set(errors).isDisjoint(with: ErrorKind.general))
            #expect(Set(errors).count == errors.count)
            #expect(errors.contains(.staleJoke) == method.description.isChange)
        }
    }

    @Test("every error kind belongs to a method or to all")
    func everyErrorKind() {
        let described = Method.allCases.flatMap(\.description.errors) + ErrorKind.general
        #expect(Set(described) == Set(ErrorKind.allCases))
    }

    @Test("events and limits are in extensions")
    func extensions() {
        let events = document["x-events"]
        #expect(
            events?["topics"]?.arrayValue?.compactMap { $0["name"]?.stringValue } == ["state", "log", "feed"])
        #expect(
            events?["events"]?.arrayValue?.map { $0["event"]?.stringValue }
                == [nil] + LogKind.allCases.map(\.rawValue) + ["gap", nil, "closing"])
        let first = document["x-limits"]?.arrayValue?.first
        #expect(first?["name"] == "requestLine" && first?["value"] == 65_536)
    }
}

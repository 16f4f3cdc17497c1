// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let describe = Command(
        "describe", "The methods of the protocol, or all about one",
        arguments: [Argument("METHOD", .optional, "the method that is meant", values: .methods)],
        details: [
            "The description is the running daemon's own. With --json it is the OpenRPC document, or the method's "
                + "part of it."
        ],
        examples: [
            Example("jokectl describe", "what there is to call"),
            Example("jokectl describe joke.like", "what it takes and answers"),
            Example("jokectl describe --json > openrpc.json", "for a generator of clients"),
        ]
    ) { (invocation, session) throws(Failure) in
        let document = try session.ask(.rpcDiscover)
        guard let name = invocation.arguments.first else {
            try session.show(document, as: MethodDocument.all(json:at:), Rendering.methods)
            return .done
        }
        let methods = document["methods"]?.arrayValue ?? []
        guard let method = methods.first(where: { $0["name"] == .string(name) }) else {
            let known = methods.compactMap { $0["name"]?.stringValue }
            throw Failure(UsageError.unknownMethod(name, known: known))
        }
        var page = try session.value(method, as: MethodDocument.init(json:at:))
        page.resolve(in: document)
        try session.show(method) { Rendering.method(page, $0) }
        return .done
    }
}

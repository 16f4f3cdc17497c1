// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `daemon.status`. What an older or a newer daemon leaves out is nil and not shown.
package struct DaemonStatus: Sendable, Hashable {
    package typealias Source = SourceStatus

    /// A connection and what went over it since its start; counts of things, and of bytes.
    package struct Client: Sendable, Hashable {
        package var connection: Int
        package var name: String?
        package var requests: Int?
        package var received: Int?
        package var sent: Int?
        package var unsent: Int?
        package var inFlight: Int?
        package var subscriptions: Int?
        package var coalesced: Int?
        package var dropped: Int?

        package init(connection: Int, name: String? = nil) {
            self.connection = connection
            self.name = name
        }
    }

    package var version: String?
    package var protocolVersion: Int?
    package var process: Int?
    /// Seconds.
    package var uptime: Double?
    package var socket: String?
    package var data: String?
    package var queue: CardState.Queue?
    package var saved: CardState.Saved?
    package var sources: [Source] = []
    package var connections: Int?
    package var requests: Int?
    package var clients: [Client] = []
    package var error: CardState.ErrorInfo?
    /// What was done about a damaged store, for people.
    package var restoration: String?

    package init() {}
}

extension DaemonStatus {
    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        version = try shape.optionalString("version")
        protocolVersion = try shape.optionalInteger("protocol")
        process = try shape.optionalInteger("pid")
        uptime = shape.object["uptime"]?.numberValue
        socket = try shape.optionalString("socket")
        data = try shape.optionalString("data")
        queue = try shape.optionalValue("queue", CardState.Queue.init(json:at:))
        saved = try shape.optionalValue("saved", CardState.Saved.init(json:at:))
        sources = shape.object["sources"] == nil ? [] : try shape.array("sources", Source.init(json:at:))
        connections = try shape.optionalInteger("connections")
        requests = try shape.optionalInteger("requests")
        if shape.object["clients"]?.arrayValue != nil {
            clients = try shape.array("clients", Client.init(json:at:))
        }
        error = try shape.optionalValue("error", CardState.ErrorInfo.init(json:at:))
        restoration = try shape.optionalValue("restoration") { (json, path) throws(WireDecodingError) in
            try ObjectReader(json, at: path).string("message")
        }
    }
}

extension DaemonStatus.Client {
    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        self.init(connection: try shape.integer("connection"), name: try shape.optionalString("client"))
        requests = try shape.optionalInteger("requests")
        received = try shape.optionalInteger("received")
        sent = try shape.optionalInteger("sent")
        unsent = try shape.optionalInteger("unsent")
        inFlight = try shape.optionalInteger("inFlight")
        subscriptions = try shape.optionalInteger("subscriptions")
        coalesced = try shape.optionalInteger("coalesced")
        dropped = try shape.optionalInteger("dropped")
    }
}

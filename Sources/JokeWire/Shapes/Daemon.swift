// SPDX-License-Identifier: MIT

// The results that describe the daemon, its connections and its store.

/// The result of a method that returns nothing: an empty object.
package struct EmptyResponse: Shape {
    package init() {}

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
    }
}

/// The result of `hello`.
package struct HelloResponse: Shape {
    package var server = ""
    package var version = ""
    package var protocolVersion = 0
    package var epoch = ""
    package var connection = 0
    package var features: [String] = []
    package var limits = AdvertisedLimits()

    package init() {}

    package static let name = "Hello", summary = "The versions and abilities of the daemon."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("server", &server, "Always `jokesd`.")
        try v("version", &version)
        try v("protocol", &protocolVersion)
        try v("epoch", &epoch, "The id of the store in which `seq` counts.")
        try v("connection", &connection, "The number of this connection.")
        try v("features", &features, "The methods that this daemon has.")
        try v("limits", &limits)
    }
}

/// The limits in the result of `hello`. `Limits.advertised` is their table.
package struct AdvertisedLimits: WireValue {
    /// The most connections: the only limit that can be configured.
    package var connections: Int

    package init(connections: Int) { self.connections = connections }

    package static let namedSchema = NamedSchema(
        name: "Limits", summary: "The limits in force.",
        members: Limits.advertised().map { ValueSchema.Member($0.name, .integer, $0.summary) })

    package static var schema: ValueSchema { .shape(namedSchema) }
    package static var expected: String { "an object" }

    package init() { self.init(connections: 0) }
    package init(json: JSON) throws(WireDecodingError) {
        self.init(connections: try ObjectReader(json).read("connections"))
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for limit in Limits.advertised(connections: connections) {
            writer.key(name: limit.name)
            writer.integer(limit.value)
        }
        writer.endObject()
    }
}

/// The result of `state.subscribe`.
package struct SubscribeResponse: Shape {
    package var subscription = 0
    package var connection = 0
    package var epoch = ""
    package var sequence = 0
    package var isResumed = false

    package init() {}

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("subscription", &subscription, "The number of the subscription, which its events have.")
        try v("connection", &connection, "The number of this connection, as in a cause.")
        try v("epoch", &epoch, "The id of the store in which `seq` counts.")
        try v("seq", &sequence, "The number of the newest event.")
        try v("resumed", &isResumed, "Whether the events continue after `since`.")
    }
}

/// The result of `daemon.status`.
///
/// jokesd sends all members. A member that is optional here but must not be null on the wire is nil if another daemon
/// left it out.
package struct StatusResponse: Shape {
    /// A connection and its traffic since it was opened, in messages and in bytes.
    package struct Client: Shape {
        package var connection = 0
        package var client: String?
        package var requests: Int?
        package var received: Int?
        package var sent: Int?
        package var unsent: Int?
        package var inFlight: Int?
        package var subscriptions: Int?
        package var coalesced: Int?
        package var dropped: Int?
        package var connectedFor: Int?

        package init() {}

        package static let name = "ClientStatus",
            summary = "A connection and its counters since it was opened."

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v("connection", &connection)
            try v("client", &client, "The name that the client gave in hello.")
            try v("requests", &requests, as: .integer)
            try v("received", &received, "In bytes.", as: .integer)
            try v("sent", &sent, "In bytes.", as: .integer)
            try v("unsent", &unsent, "In bytes.", as: .integer)
            try v("inFlight", &inFlight, "Requests without a reply so far.", as: .integer)
            try v("subscriptions", &subscriptions, as: .integer)
            try v(
                "coalesced", &coalesced, "States that were not sent because a newer one replaced them.",
                as: .integer)
            try v(
                "dropped", &dropped, "Events of the log that were gone before the client read them.",
                as: .integer)
            try v("connectedFor", &connectedFor, "In seconds.", as: .integer)
        }
    }

    package var version: String?
    package var protocolVersion: Int?
    package var process: Int?
    package var uptime: Int?
    package var socket: String?
    package var data: String?
    package var epoch: String?
    package var sequence: Int?
    package var queue: CardState.Queue?
    package var saved: CardState.Saved?
    package var error: CardState.ErrorInfo?
    package var restoration: StoreRecovery?
    package var configurationError: CardState.ErrorInfo?
    package var sources: [SourceStatus]?
    package var connections: Int?
    package var requests: Int?
    package var clients: [Client]?

    package init() {}

    package static let name = "DaemonStatus", summary = "The status of the daemon."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("version", &version, as: .string)
        try v("protocol", &protocolVersion, as: .integer)
        try v("pid", &process, as: .integer)
        try v("uptime", &uptime, "In seconds.", as: .integer)
        try v("socket", &socket, as: .string)
        try v("data", &data, "The directory of the store.", as: .string)
        try v("epoch", &epoch, as: .string)
        try v("seq", &sequence, as: .integer)
        try v("queue", &queue, as: CardState.Queue.schema)
        try v("saved", &saved, as: CardState.Saved.schema)
        try v("error", &error)
        try v("restoration", &restoration, "The newest replacement of a damaged store, or null.")
        try v(
            "configurationError", &configurationError,
            "Why the start or the last reload refused the configuration, or null.")
        try v("sources", &sources, as: [SourceStatus].schema)
        try v("connections", &connections, as: .integer)
        try v("requests", &requests, "Requests since the start.", as: .integer)
        try v("clients", &clients, "The open connections, or null if not requested.")
    }
}

/// The result of `daemon.reload`.
package struct ReloadResponse: Shape {
    /// The keys whose value changed.
    package var changed: [String] = []
    /// The changed keys that take effect at the next start.
    package var needsRestart: [String] = []
    /// The sources that the user has turned on or off, other than the configuration says. Nil if a former daemon left
    /// it out.
    package var overridden: [String]?
    package var added: [String]?
    package var removed: [String]?
    /// The enabled packs with new jokes or a problem, or nil if a former daemon left them out.
    package var packs: [Pack]?

    /// What a reload has found in a pack.
    package struct Pack: Shape {
        package var source = ""
        package var added = 0
        package var message: String?

        package init() {}
        package init(source: String, added: Int, message: String?) {
            (self.source, self.added, self.message) = (source, added, message)
        }

        package static let name = "ReloadedPack", summary = "What a reload has found in a pack."

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v("source", &source, "The name of the source.")
            try v(
                "added", &added,
                "The jokes whose text jokesd had not read before the start or the last reload.")
            try v("message", &message, "Which lines were not read, or why the file was not, or null.")
        }
    }

    package init() {}

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("changed", &changed, "The keys whose value changed.")
        try v("needsRestart", &needsRestart, "The changed keys that take effect at the next start.")
        try v(
            "overridden", &overridden,
            "The sources that are on or off by the user's choice, other than configured.",
            as: .array(of: .string))
        try v(
            "added", &added, "The sources that the configuration did not have before.",
            as: .array(of: .string))
        try v(
            "removed", &removed, "The sources that the configuration no longer has.", as: .array(of: .string))
        try v("packs", &packs, "The enabled packs with new jokes or a problem.", as: [Pack].schema)
    }
}

/// The result of `daemon.backup`: a copy of the whole store, in one file.
package struct BackupFile: Shape {
    package var path = ""
    package var bytes = 0
    /// The time of the copy, RFC 3339.
    package var madeAt = ""

    package init() {}
    package init(path: String, bytes: Int, madeAt: String) {
        (self.path, self.bytes, self.madeAt) = (path, bytes, madeAt)
    }

    package static let name = "Backup", summary = "A copy of the whole store, in one file."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("path", &path, "The path in the daemon's data directory. Do not write to the file.")
        try v("bytes", &bytes)
        try v("madeAt", &madeAt, as: .time)
    }
}

extension Visitor {
    /// Visits the members of a report on the replacement of a damaged store.
    mutating func recovery(
        _ message: inout String, _ damaged: inout String, _ backup: inout BackupFile?
    ) throws(Failure) {
        try self("message", &message, "What happened, for people.")
        try self(
            "damaged", &damaged,
            "The path of what is left of the damaged database, or empty if nothing is left.")
        try self("backup", &backup, "The backup that replaced the store, or null if an empty store did.")
    }
}

/// The replacement of a damaged store: `restoration` of `daemon.status`.
package struct StoreRecovery: Shape {
    /// The time of the replacement, RFC 3339. It identifies the replacement.
    package var restoredAt = ""
    package var message = ""
    package var damaged = ""
    package var backup: BackupFile?
    /// The number of pages and rows of the damaged file that could not be read, or nil if it was not read. If it is 0,
    /// the store has all decisions of the file.
    package var unreadable: Int?

    package init() {}

    package static let name = "Restoration", summary = "The replacement of a damaged store."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("restoredAt", &restoredAt, as: .time)
        try v.recovery(&message, &damaged, &backup)
        try v("unreadable", &unreadable)
    }
}

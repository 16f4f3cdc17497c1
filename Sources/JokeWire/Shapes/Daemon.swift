// SPDX-License-Identifier: MIT

// The results that describe the daemon, its connections and its store.

/// The result of a method that returns nothing: an empty object.
package struct EmptyResponse: WireObject {
    package init() {}

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        Self()
    }
}

/// The result of `hello`.
package struct HelloResponse: WireObject {
    package var server: String
    package var version: String
    package var protocolVersion: Int
    package var epoch: String
    package var connection: Int
    /// The names of the methods that this daemon has.
    package var features: [String]
    package var limits: AdvertisedLimits

    package init(
        server: String, version: String, protocolVersion: Int, epoch: String, connection: Int,
        features: [String], limits: AdvertisedLimits
    ) {
        (self.server, self.version, self.protocolVersion) = (server, version, protocolVersion)
        (self.epoch, self.connection) = (epoch, connection)
        (self.features, self.limits) = (features, limits)
    }

    package static var schemaName: String? { "Hello" }
    package static var summary: String { "The versions and abilities of the daemon." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            server: visitor.member("server", "Always `jokesd`.") { $0.server },
            version: visitor.member("version") { $0.version },
            protocolVersion: visitor.member("protocol") { $0.protocolVersion },
            epoch: visitor.member("epoch", "The id of the store in which `seq` counts.") { $0.epoch },
            connection: visitor.member("connection", "The number of this connection.") { $0.connection },
            features: visitor.member("features", "The methods that this daemon has.") { $0.features },
            limits: visitor.member("limits") { $0.limits })
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
    package static var placeholder: AdvertisedLimits { AdvertisedLimits(connections: 0) }

    package init(json: JSON) throws(WireDecodingError) {
        self.init(connections: try ObjectReader(json).integer("connections"))
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
package struct SubscribeResponse: WireObject {
    package var subscription: Int
    package var connection: Int
    package var epoch: String
    package var sequence: Int
    package var isResumed: Bool

    package init(subscription: Int, connection: Int, epoch: String, sequence: Int, isResumed: Bool) {
        (self.subscription, self.connection) = (subscription, connection)
        (self.epoch, self.sequence, self.isResumed) = (epoch, sequence, isResumed)
    }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            subscription: visitor.member(
                "subscription", "The number of the subscription, which its events have."
            ) {
                $0.subscription
            },
            connection: visitor.member("connection", "The number of this connection, as in a cause.") {
                $0.connection
            },
            epoch: visitor.member("epoch", "The id of the store in which `seq` counts.") { $0.epoch },
            sequence: visitor.member("seq", "The number of the newest event.") { $0.sequence },
            isResumed: visitor.member("resumed", "Whether the events continue after `since`.") {
                $0.isResumed
            })
    }
}

/// The result of `daemon.status`.
///
/// jokesd sends all members. A member that is optional here but must not be null on the wire is nil if another daemon
/// left it out.
package struct StatusResponse: FrequentWireObject {
    /// A connection and its traffic since it was opened, in messages and in bytes.
    package struct Client: FrequentWireObject {
        package var connection: Int
        /// The name that the client gave in `hello`, or nil if it gave none.
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

        package init(
            connection: Int, client: String? = nil, requests: Int? = nil, received: Int? = nil,
            sent: Int? = nil, unsent: Int? = nil, inFlight: Int? = nil, subscriptions: Int? = nil,
            coalesced: Int? = nil, dropped: Int? = nil, connectedFor: Int? = nil
        ) {
            (self.connection, self.client, self.requests) = (connection, client, requests)
            (self.received, self.sent, self.unsent, self.inFlight) = (received, sent, unsent, inFlight)
            (self.subscriptions, self.coalesced, self.dropped) = (subscriptions, coalesced, dropped)
            self.connectedFor = connectedFor
        }

        package static var schemaName: String? { "ClientStatus" }
        package static var summary: String { "A connection and its counters since it was opened." }

        package static func visitMembers<V: MemberVisitor<Self>>(
            _ visitor: inout V
        ) throws(V.Failure) -> Self {
            try Self(
                connection: visitor.member("connection") { $0.connection },
                client: visitor.member("client", "The name that the client gave in hello.") { $0.client },
                requests: visitor.member("requests", as: .integer) { $0.requests },
                received: visitor.member("received", "In bytes.", as: .integer) { $0.received },
                sent: visitor.member("sent", "In bytes.", as: .integer) { $0.sent },
                unsent: visitor.member("unsent", "In bytes.", as: .integer) { $0.unsent },
                inFlight: visitor.member(
                    "inFlight", "Requests without a reply so far.", as: .integer
                ) { $0.inFlight },
                subscriptions: visitor.member("subscriptions", as: .integer) { $0.subscriptions },
                coalesced: visitor.member(
                    "coalesced", "States that were not sent because a newer one replaced them.", as: .integer
                ) { $0.coalesced },
                dropped: visitor.member(
                    "dropped", "Events of the log that were gone before the client read them.", as: .integer
                ) { $0.dropped },
                connectedFor: visitor.member("connectedFor", "In seconds.", as: .integer) {
                    $0.connectedFor
                })
        }
    }

    package var version: String?
    package var protocolVersion: Int?
    package var process: Int?
    /// The time since the start, in seconds.
    package var uptime: Int?
    package var socket: String?
    /// The directory of the store.
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
    /// The open connections, or nil if they were not requested.
    package var clients: [Client]?

    package init(
        version: String? = nil, protocolVersion: Int? = nil, process: Int? = nil, uptime: Int? = nil,
        socket: String? = nil, data: String? = nil, epoch: String? = nil, sequence: Int? = nil,
        queue: CardState.Queue? = nil, saved: CardState.Saved? = nil, error: CardState.ErrorInfo? = nil,
        restoration: StoreRecovery? = nil, configurationError: CardState.ErrorInfo? = nil,
        sources: [SourceStatus]? = nil, connections: Int? = nil, requests: Int? = nil,
        clients: [Client]? = nil
    ) {
        (self.version, self.protocolVersion, self.process) = (version, protocolVersion, process)
        (self.uptime, self.socket, self.data) = (uptime, socket, data)
        (self.epoch, self.sequence, self.queue, self.saved) = (epoch, sequence, queue, saved)
        (self.error, self.restoration, self.sources) = (error, restoration, sources)
        self.configurationError = configurationError
        (self.connections, self.requests, self.clients) = (connections, requests, clients)
    }

    package static var schemaName: String? { "DaemonStatus" }
    package static var summary: String { "The status of the daemon." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            version: visitor.member("version", as: .string) { $0.version },
            protocolVersion: visitor.member("protocol", as: .integer) { $0.protocolVersion },
            process: visitor.member("pid", as: .integer) { $0.process },
            uptime: visitor.member("uptime", "In seconds.", as: .integer) { $0.uptime },
            socket: visitor.member("socket", as: .string) { $0.socket },
            data: visitor.member("data", "The directory of the store.", as: .string) { $0.data },
            epoch: visitor.member("epoch", as: .string) { $0.epoch },
            sequence: visitor.member("seq", as: .integer) { $0.sequence },
            queue: visitor.member("queue", as: CardState.Queue.schema) { $0.queue },
            saved: visitor.member("saved", as: CardState.Saved.schema) { $0.saved },
            error: visitor.member("error") { $0.error },
            restoration: visitor.member(
                "restoration", "The newest replacement of a damaged store, or null."
            ) { $0.restoration },
            configurationError: visitor.member(
                "configurationError", "Why the start or the last reload refused the configuration, or null."
            ) { $0.configurationError },
            sources: visitor.member("sources", as: [SourceStatus].schema) { $0.sources },
            connections: visitor.member("connections", as: .integer) { $0.connections },
            requests: visitor.member("requests", "Requests since the start.", as: .integer) { $0.requests },
            clients: visitor.member(
                "clients", "The open connections, or null if not requested."
            ) { $0.clients })
    }
}

/// The result of `daemon.reload`.
package struct ReloadResponse: WireObject {
    /// The keys whose value changed.
    package var changed: [String]
    /// The changed keys that take effect at the next start.
    package var needsRestart: [String]
    /// The sources that the user has turned on or off, other than the configuration says. Nil if a former daemon left
    /// it out.
    package var overridden: [String]?
    /// The names of the sources that are new in the configuration, and of those that it no longer has, or nil if a former
    /// daemon left them out.
    package var added: [String]?
    package var removed: [String]?
    /// The enabled packs with new jokes or a problem, or nil if a former daemon left them out.
    package var packs: [Pack]?

    /// What a reload has found in a pack.
    package struct Pack: WireObject {
        package var source: String
        /// The number of its jokes whose text jokesd had not read before the start or the last reload.
        package var added: Int
        /// Which lines were not read, or why the file was not, or nil.
        package var message: String?

        package init(source: String, added: Int, message: String?) {
            (self.source, self.added, self.message) = (source, added, message)
        }

        package static var schemaName: String? { "ReloadedPack" }
        package static var summary: String { "What a reload has found in a pack." }

        package static func visitMembers<V: MemberVisitor<Self>>(
            _ visitor: inout V
        ) throws(V.Failure) -> Self {
            try Self(
                source: visitor.member("source", "The name of the source.") { $0.source },
                added: visitor.member(
                    "added", "The jokes whose text jokesd had not read before the start or the last reload."
                ) { $0.added },
                message: visitor.member(
                    "message", "Which lines were not read, or why the file was not, or null."
                ) { $0.message })
        }
    }

    package init(
        changed: [String], needsRestart: [String], overridden: [String]? = nil, added: [String]? = nil,
        removed: [String]? = nil, packs: [Pack]? = nil
    ) {
        (self.changed, self.needsRestart, self.overridden) = (changed, needsRestart, overridden)
        (self.added, self.removed, self.packs) = (added, removed, packs)
    }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            changed: visitor.member("changed", "The keys whose value changed.") { $0.changed },
            needsRestart: visitor.member(
                "needsRestart", "The changed keys that take effect at the next start."
            ) { $0.needsRestart },
            overridden: visitor.member(
                "overridden", "The sources that are on or off by the user's choice, other than configured.",
                as: .array(of: .string)
            ) { $0.overridden },
            added: visitor.member(
                "added", "The sources that the configuration did not have before.", as: .array(of: .string)
            ) { $0.added },
            removed: visitor.member(
                "removed", "The sources that the configuration no longer has.", as: .array(of: .string)
            ) { $0.removed },
            packs: visitor.member(
                "packs", "The enabled packs with new jokes or a problem.", as: [Pack].schema
            ) { $0.packs })
    }
}

/// The result of `daemon.backup`: a copy of the whole store, in one file.
package struct BackupFile: WireObject {
    package var path: String
    package var bytes: Int
    /// The time of the copy, RFC 3339.
    package var madeAt: String

    package init(path: String, bytes: Int, madeAt: String) {
        (self.path, self.bytes, self.madeAt) = (path, bytes, madeAt)
    }

    package static var schemaName: String? { "Backup" }
    package static var summary: String { "A copy of the whole store, in one file." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            path: visitor.member("path", "The path in the daemon's data directory. Do not write to the file.")
            { $0.path },
            bytes: visitor.member("bytes") { $0.bytes },
            madeAt: visitor.member("madeAt", as: .time) { $0.madeAt })
    }
}

/// A report on the replacement of a damaged store.
package protocol RecoveryReport: WireObject {
    /// A description of what happened, for people.
    var message: String { get }
    /// The path of what is left of the damaged database, or empty if nothing is left.
    var damaged: String { get }
    /// The backup that replaced the damaged store, or nil if an empty store did.
    var backup: BackupFile? { get }
}

extension MemberVisitor where Object: RecoveryReport {
    mutating func message() throws(Failure) -> String {
        try member("message", "What happened, for people.") { $0.message }
    }

    mutating func damaged() throws(Failure) -> String {
        try member(
            "damaged", "The path of what is left of the damaged database, or empty if nothing is left."
        ) { $0.damaged }
    }

    mutating func backup() throws(Failure) -> BackupFile? {
        try member("backup", "The backup that replaced the store, or null if an empty store did.") {
            $0.backup
        }
    }
}

/// The replacement of a damaged store: `restoration` of `daemon.status`.
package struct StoreRecovery: RecoveryReport {
    /// The time of the replacement, RFC 3339. It identifies the replacement.
    package var restoredAt: String
    package var message: String
    package var damaged: String
    package var backup: BackupFile?
    /// The number of pages and rows of the damaged file that could not be read, or nil if it was not read. If it is 0,
    /// the store has all decisions of the file.
    package var unreadable: Int?

    package init(
        restoredAt: String, message: String, damaged: String, backup: BackupFile?, unreadable: Int? = nil
    ) {
        (self.restoredAt, self.message) = (restoredAt, message)
        (self.damaged, self.backup) = (damaged, backup)
        self.unreadable = unreadable
    }

    package static var schemaName: String? { "Restoration" }
    package static var summary: String { "The replacement of a damaged store." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            restoredAt: visitor.member("restoredAt", as: .time) { $0.restoredAt },
            message: visitor.message(), damaged: visitor.damaged(), backup: visitor.backup(),
            unreadable: visitor.member("unreadable") { $0.unreadable })
    }
}

// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `daemon.status`. What an older or a newer daemon leaves out is nil and not shown.
package struct DaemonStatus: Sendable, Hashable {
    package struct Source: Sendable, Hashable {
        package var name: String
        package var isEnabled: Bool
        /// `idle`, `fetching`, `failed` …: the daemon's word.
        package var state: String?
        package var message: String?
        package var retryAt: String?
        package var isInFlight: Bool

        package init(
            name: String, isEnabled: Bool = true, state: String? = nil, message: String? = nil,
            retryAt: String? = nil, isInFlight: Bool = false
        ) {
            self.name = name
            self.isEnabled = isEnabled
            self.state = state
            self.message = message
            self.retryAt = retryAt
            self.isInFlight = isInFlight
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
    package var error: CardState.Trouble?

    package init() {}
}

extension DaemonStatus {
    package init(json: JSON, at path: String) throws(WireMismatch) {
        let shape = try Shape(json, at: path)
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
        error = try shape.optionalValue("error", CardState.Trouble.init(json:at:))
    }
}

extension DaemonStatus.Source {
    package init(json: JSON, at path: String) throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        self.init(
            name: try shape.string("name"),
            isEnabled: shape.object["enabled"]?.boolValue ?? true,
            state: try shape.optionalString("state"),
            message: try shape.optionalString("message"),
            retryAt: try shape.optionalString("retryAt"),
            isInFlight: shape.object["inFlight"]?.boolValue ?? false)
    }
}

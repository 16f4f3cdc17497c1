// SPDX-License-Identifier: MIT
package import JokeWire

/// How a source does, in the answers of `sources.list` and `daemon.status`. What another daemon leaves out is nil.
package struct SourceStatus: Sendable, Hashable {
    package struct Reason: Sendable, Hashable {
        /// `category`, `word` …: the daemon's word.
        package var reason: String
        package var what: String?
        package var count: Int

        package init(_ reason: String, _ what: String? = nil, count: Int) {
            self.reason = reason
            self.what = what
            self.count = count
        }
    }

    package struct Budget: Sendable, Hashable {
        package var limit: Int
        package var used: Int

        package init(limit: Int, used: Int) {
            self.limit = limit
            self.used = used
        }
    }

    package var name: String
    package var type: String?
    package var isEnabled: Bool
    package var weight: Double?
    /// `ready`, `fetching`, `failing` …: the daemon's word.
    package var state: String?
    package var message: String?
    package var retryAt: String?
    package var budget: Budget?
    package var nextFetch: String?
    package var given: Int?
    package var seen: Int?
    package var filtered: Int?
    package var reasons: [Reason] = []

    package init(
        name: String, type: String? = nil, isEnabled: Bool = true, state: String? = nil,
        message: String? = nil, retryAt: String? = nil
    ) {
        self.name = name
        self.type = type
        self.isEnabled = isEnabled
        self.state = state
        self.message = message
        self.retryAt = retryAt
    }
}

/// The answer of `sources.list`.
package struct SourceList: Sendable, Hashable {
    package var sources: [SourceStatus]

    package init(sources: [SourceStatus]) { self.sources = sources }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        sources = try ObjectReader(json, at: path).array("items", SourceStatus.init(json:at:))
    }
}

extension SourceStatus {
    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        self.init(
            name: try shape.string("name"),
            type: try shape.optionalString("type"),
            isEnabled: shape.object["enabled"]?.boolValue ?? true,
            state: try shape.optionalString("state"),
            message: try shape.optionalString("message"),
            retryAt: try shape.optionalString("retryAt"))
        weight = shape.object["weight"]?.numberValue
        budget = try shape.optionalValue("budget", Budget.init(json:at:))
        nextFetch = try shape.optionalString("nextFetch")
        given = try shape.optionalInteger("given")
        seen = try shape.optionalInteger("seen")
        filtered = try shape.optionalInteger("filtered")
        if shape.object["reasons"]?.arrayValue != nil {
            reasons = try shape.array("reasons", Reason.init(json:at:))
        }
    }
}

extension SourceStatus.Budget {
    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        self.init(limit: try shape.integer("limit"), used: try shape.integer("used"))
    }
}

extension SourceStatus.Reason {
    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        self.init(
            try shape.string("reason"), try shape.optionalString("what"), count: try shape.integer("count"))
    }
}

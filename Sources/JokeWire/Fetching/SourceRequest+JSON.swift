// SPDX-License-Identifier: MIT

extension SourceRequest {
    /// Decodes a request to jokesd-fetch (docs/sources.md, "The line protocol"). Returns nil if there is no such
    /// method.
    package init?(method: String, params: JSON) throws(WireDecodingError) {
        guard ["fetch", "categories", "page", "translate"].contains(method) else { return nil }
        let reader = try ObjectReader(params, at: "params")
        let kind: Kind
        switch method {
        case "fetch":
            let count = try reader.optionalInteger("count", in: Self.counts) ?? 1
            var categories = reader.object["categories"] == nil ? [] : try reader.strings("categories")
            if let category = try reader.optionalString("category") { categories = [category] }
            kind = .jokes(count: count, categories: categories)
        case "page":
            let number = try reader.optionalInteger("page", in: 1...Limits.pages) ?? 1
            kind = .page(number, query: try reader.optionalString("query") ?? "")
        case "translate":
            let texts = try reader.strings("texts")
            guard Self.texts.contains(texts.count) else {
                throw WireDecodingError(
                    path: "params.texts", expected: "1 to \(Self.texts.upperBound)", found: "\(texts.count)")
            }
            kind = .translation(texts, into: try reader.string("into"))
        default: kind = .categories
        }
        self.init(
            source: try reader.string("source"), kind: kind,
            language: try reader.optionalString("language") ?? "en",
            settings: try reader.optionalValue("settings", SourceSettings.init(json:at:)) ?? SourceSettings())
    }
}

extension SourceRequest {
    /// Returns the JSON-RPC request for jokesd-fetch.
    package func message(id: Int) -> Request {
        var params: JSONObject = ["source": .string(source)]
        let method: String
        switch kind {
        case .jokes(let count, let categories):
            method = "fetch"
            params.append("count", .integer(count))
            if !categories.isEmpty { params.append("categories", .array(categories.map { .string($0) })) }
        case .categories: method = "categories"
        case .page(let number, let query):
            method = "page"
            params.append("page", .integer(number))
            params.append("query", .string(query))
        case .translation(let texts, let target):
            method = "translate"
            params.append("texts", .array(texts.map { .string($0) }))
            params.append("into", .string(target))
        }
        params.append("language", .string(language))
        params.append("settings", settings.json)
        return Request(id: RequestID(id), method: method, params: .object(params))
    }
}

extension SourceSettings {
    /// The settings that differ from the defaults, as JSON.
    package var json: JSON {
        let usual = Self()
        var object: JSONObject = [:]
        let texts = [("type", type), ("url", url), ("name", name), ("form", form), ("key", key)]
        for case (let name, let text?) in texts { object.append(name, .string(text)) }
        for (name, list, other) in [
            ("blockedFlags", blockedFlags, usual.blockedFlags), ("command", command, usual.command),
        ] where list != other {
            object.append(name, .array(list.map { .string($0) }))
        }
        if isSafe != usual.isSafe { object.append("safe", .bool(isSafe)) }
        if let timeout { object.append("timeout", .integer(timeout)) }
        if spacing != usual.spacing { object.append("spacing", .integer(spacing)) }
        return .object(object)
    }

    /// The longest time in milliseconds: one hour. A longer one is a mistake, and libcurl's number may overflow.
    private static let longestTime = 3_600_000

    /// Decodes settings; a missing one gets its default.
    package init(json: JSON, at path: String = "") throws(WireDecodingError) {
        let reader = try ObjectReader(json, at: path)
        self.init()
        type = try reader.optionalString("type")
        url = try reader.optionalString("url")
        name = try reader.optionalString("name")
        form = try reader.optionalString("form")
        key = try reader.optionalString("key")
        if reader.object["blockedFlags"] != nil { blockedFlags = try reader.strings("blockedFlags") }
        if reader.object["safe"] != nil { isSafe = try reader.bool("safe") }
        if reader.object["command"] != nil { command = try reader.strings("command") }
        timeout = try reader.optionalInteger("timeout", in: 1...Self.longestTime)
        spacing = try reader.optionalInteger("spacing", in: 0...Self.longestTime) ?? spacing
    }
}

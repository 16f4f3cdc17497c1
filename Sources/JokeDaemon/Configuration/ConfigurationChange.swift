// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// The difference between two configurations.
package struct ConfigurationChange: Sendable, Hashable {
    /// The keys that need a restart, because `hello` has sent their values to clients.
    private static let restartKeys = [["limits", "connections"]]

    /// The paths of the keys whose values changed, in the order of the new configuration. Keys that the new one does
    /// not have come last.
    package let keys: [[String]]
    /// The names of the user's sources that the former configuration did not have, and of those that the new one does not
    /// have, in their order.
    package let added: [String]
    package let removed: [String]

    package init(from former: LoadedConfiguration, to loaded: LoadedConfiguration) {
        let before = Dictionary(former.keys.map { ($0.path, $0.value) }, uniquingKeysWith: { $1 })
        let after = Set(loaded.keys.map(\.path))
        keys =
            loaded.keys.filter { before[$0.path] != $0.value }.map(\.path)
            + former.keys.map(\.path).filter { !after.contains($0) }
        let (old, new) = (Self.sources(of: former), Self.sources(of: loaded))
        (added, removed) = (new.subtracting(old).sorted(), old.subtracting(new).sorted())
    }

    private static func sources(of loaded: LoadedConfiguration) -> Set<String> {
        Set(loaded.keys.map(\.path).filter { $0.first == "sources" && $0.last == "type" }.map { $0[1] })
    }

    package var names: [String] { Self.names(keys) }
    /// The changed keys that take effect after a restart.
    package var needsRestart: [String] { Self.names(keys.filter(Self.restartKeys.contains)) }

    private static func names(_ keys: some Sequence<[String]>) -> [String] {
        keys.map { $0.joined(separator: ".") }
    }

    /// The most names in the message for the log.
    private static let loggedNames = 20

    /// Returns the names of the sources whose results may change.
    package func sources(of configuration: Configuration) -> Set<String> {
        let concernsAll = keys.contains { ["filter", "languages"].contains($0.first) }
        let named = Set(keys.filter { $0.first == "sources" && $0.count > 1 }.map { $0[1] })
        return concernsAll ? named.union(Settings(configuration).sources.map(\.name)) : named
    }

    /// The message for the log.
    package var text: String {
        guard !keys.isEmpty else { return "The configuration was read again; nothing has changed." }
        let later =
            needsRestart.isEmpty ? "" : " (after a restart: \(needsRestart.joined(separator: ", ")))"
        let others = keys.filter { $0.count < 3 || !(added + removed).contains($0[1]) }
        let more = others.count > Self.loggedNames ? " and \(others.count - Self.loggedNames) more" : ""
        let lists = [
            ("added", added, ""), ("removed", removed, ""),
            ("changed", Self.names(others.prefix(Self.loggedNames)), more),
        ]
        return "The configuration was reloaded"
            + lists.filter { !$0.1.isEmpty }.map { "; \($0): \($1.joined(separator: ", "))\($2)" }.joined()
            + later
    }
}

extension WireError {
    /// The error that clients receive if the configuration cannot be used.
    init(_ error: ConfigurationError) {
        let (first, others) = (error.problems.first?.text ?? "", error.problems.count - 1)
        self.init(
            .badConfiguration,
            "The configuration cannot be used: \(first)" + (others > 0 ? " (and \(others) more)" : ""),
            data: [
                "problems": .array(
                    error.problems.prefix(ConfigurationError.mostSent).map { .string($0.text) })
            ])
    }
}

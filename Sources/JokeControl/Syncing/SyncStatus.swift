// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// The status of sync, as `jokectl sync status` shows it.
package struct SyncStatus: Sendable, Hashable {
    /// A machine whose files are in the folder.
    package struct Machine: Sendable, Hashable {
        package var id: String
        /// Its name, or an empty text if no header could be read.
        package var name: String
        /// The number of records that were read of its files.
        package var lines = 0
        /// When a new record was read last.
        package var readAt: String?
        /// The number of damaged records, which are left out.
        package var damaged = 0
        /// The files that a later version wrote, which are not read.
        package var newer: [String] = []
        /// The files that cannot be read, each with the reason, as `8c1f4e0b92d7a635-2.jokes: Permission denied`.
        package var unreadable: [String] = []
        /// Whether its files are missing at the moment.
        package var isMissing = false

        package init(id: String, name: String) { (self.id, self.name) = (id, name) }

        /// The faults of the machine's files, in words for programs.
        var conditions: [String] {
            [("newer", !newer.isEmpty), ("unreadable", !unreadable.isEmpty), ("missing", isMissing)]
                .filter(\.1).map(\.0)
        }
    }

    /// The folder, or nil if sync is off.
    package var folder: String?
    /// The id of this machine, or nil if it was never on.
    package var machine: String?
    package var ranAt: String?
    package var problem: String?
    package var machines: [Machine] = []

    package init(folder: String?, machine: String?) { (self.folder, self.machine) = (folder, machine) }

    init(_ settings: SyncSettings?, _ state: SyncState?) {
        self.init(folder: settings?.folder, machine: settings?.machine)
        guard let state, folder != nil else { return }
        ranAt = state.ranAt?.rfc3339
        problem = state.problem
        var found: [String: Machine] = [:]
        for (text, file) in state.files.sorted(by: { $0.key < $1.key }) {
            guard let name = SyncFileName(text) else { continue }
            var machine = found[name.machine] ?? Machine(id: name.machine, name: file.title)
            if machine.name.isEmpty { machine.name = file.title }
            machine.lines += file.lines
            machine.damaged += file.damaged
            if file.isNewer { machine.newer.append(text) }
            if let problem = file.problem { machine.unreadable.append("\(text): \(Self.shown(problem))") }
            if file.readAt.milliseconds > 0 {
                machine.readAt = max(machine.readAt ?? "", file.readAt.rfc3339)
            }
            machine.isMissing = machine.isMissing || file.missingSince != nil
            found[name.machine] = machine
        }
        machines = found.values.sorted { $0.id < $1.id }
    }

    private static func shown(_ problem: String) -> String {
        switch problem {
        case SyncState.File.tooManyFiles:
            localized("the folder has more than %s files", "\(SyncFolder.mostFiles)")
        case SyncState.File.tooManyLines:
            localized("the folder has more than %s jokes", "\(SyncIndex.mostKeys)")
        default: problem
        }
    }

    package static let schema = ValueSchema.object([
        .init("folder", .nullable(.string)), .init("machine", .nullable(.string)),
        .init("ranAt", .nullable(.string)), .init("problem", .nullable(.string)),
        .init(
            "machines",
            .array(
                of: .object([
                    .init("id", .string), .init("name", .string), .init("lines", .integer),
                    .init("readAt", .nullable(.string)), .init("damaged", .integer),
                    .init("newer", .array(of: .string)), .init("unreadable", .array(of: .string)),
                    .init("missing", .boolean),
                ]))),
    ])

    package var json: JSON {
        func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        return [
            "folder": text(folder), "machine": text(machine), "ranAt": text(ranAt), "problem": text(problem),
            "machines": .array(
                machines.map { machine in
                    [
                        "id": .string(machine.id), "name": .string(machine.name),
                        "lines": .integer(machine.lines), "readAt": text(machine.readAt),
                        "damaged": .integer(machine.damaged),
                        "newer": .array(machine.newer.map { .string($0) }),
                        "unreadable": .array(machine.unreadable.map { .string($0) }),
                        "missing": .bool(machine.isMissing),
                    ]
                }),
        ]
    }
}

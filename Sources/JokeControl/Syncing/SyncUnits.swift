// SPDX-License-Identifier: MIT
import JokeWire

/// The systemd units that start sync when something has changed, and their drop-ins, which name the folder.
struct SyncUnits {
    private let environment: Environment
    private let dropIns: (path: UnitDropIn, service: UnitDropIn)

    /// Returns nil if `HOME` is not set.
    init?(_ environment: Environment) {
        let author = "jokectl sync on"
        guard let path = UnitDropIn("folder", of: Self.path, by: author, in: environment),
            let service = UnitDropIn("folder", of: Self.service, by: author, in: environment)
        else { return nil }
        self.environment = environment
        dropIns = (path, service)
    }

    private static let path = "jokesd-sync.path"
    private static let service = "jokesd-sync.service"

    /// Whether there is a user manager that has the units.
    var exist: Bool { environment.hasUnits([Self.path, Self.service]) }

    /// Writes the drop-ins, and starts the path unit.
    ///
    /// - Parameter trigger: The file that jokesd changes after a decision.
    func turnOn(folder: String, trigger: String) throws(CommandError) {
        let paths = [folder, trigger].map { "PathChanged=\(Escaper.unitValue.escaped($0))\n" }
        try dropIns.path.write("[Path]\nPathChanged=\n\(paths.joined())")
        // The folder may be missing for a time.
        try dropIns.service.write("[Service]\nReadWritePaths=\"-\(Escaper.unitWord.escaped(folder))\"\n")
        try environment.controlUnits(["daemon-reload"])
        try environment.controlUnits(["enable", Self.path])
        try environment.controlUnits(["restart", Self.path])
    }

    /// Stops the path unit, and removes the drop-ins.
    func turnOff() throws(CommandError) {
        let hadUnits = exist
        if hadUnits { try environment.controlUnits(["disable", "--now", Self.path]) }
        try dropIns.path.remove()
        try dropIns.service.remove()
        if hadUnits { try environment.controlUnits(["daemon-reload"]) }
    }
}

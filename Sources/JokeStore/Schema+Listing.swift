// SPDX-License-Identifier: MIT

extension Schema {
    /// A layout without triggers. They made each change of a joke write a journal from which SQLite could undo it, which
    /// took longer than the change. `Database.relist` does their work.
    static let listing: Step = """
        DROP TRIGGER library_changes;
        DROP TRIGGER library_goes;
        """
}

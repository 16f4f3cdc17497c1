// SPDX-License-Identifier: MIT

extension Rendering {
    /// In a pipe the bytes and the file, separated by a tab.
    package static func backup(_ backup: BackupFile, at path: String, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        if appearance.isTerminal {
            page.paragraph("Copied \(size(backup.bytes)) to \(path).")
        } else {
            page.table([[(String(backup.bytes), .plain), (path, .plain)]])
        }
        return page
    }

    /// `512 B`, `1.5 MiB`.
    private static func size(_ bytes: Int) -> String {
        var (value, unit) = (Double(bytes), "B")
        for larger in ["KiB", "MiB", "GiB"] where value >= 1024 { (value, unit) = (value / 1024, larger) }
        return unit == "B" ? "\(bytes) B" : "\((value * 10).rounded() / 10) \(unit)"
    }
}

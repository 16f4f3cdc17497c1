// SPDX-License-Identifier: MIT
import CGtk
import JokeClient
import JokeDesktop

/// The page of the taste: a bar for each source and category.
final class TastePage: SheetPage {
    let title = localized("Taste")
    let sheet = Sheet(name: localized("Taste"))
    let key = GDK_KEY_y
    let report: (DesktopModel.Input) -> Void
    private var shown: TastePicture?

    init(report: @escaping (DesktopModel.Input) -> Void) { self.report = report }

    func show(_ picture: TastePicture) {
        guard picture != shown else { return }
        shown = picture
        sheet.empty()
        sheet.add(wrappedLabel(picture.note, class: "facts"))
        for (heading, rows) in [
            (localized("Sources"), picture.sources), (localized("Categories"), picture.categories),
        ]
        where !rows.isEmpty {
            sheet.add(wrappedLabel(heading, class: "heading"))
            for row in rows { sheet.add(bar(row)) }
        }
    }

    private func bar(_ row: TasteRow) -> Widget {
        let column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
        let bar = made(gtk_level_bar_new())
        gtk_level_bar_set_value(bar.opaque, row.chance)
        jokesd_accessible_label(bar.raw, localized("%1$s: %2$s", row.name, row.facts))
        for child in [wrappedLabel(row.name), bar, wrappedLabel(row.facts, class: "facts")] {
            gtk_box_append(column.cast(), child)
        }
        column.add(class: "entry")
        return column
    }
}

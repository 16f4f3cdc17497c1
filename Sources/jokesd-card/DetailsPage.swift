// SPDX-License-Identifier: MIT
import CGtk
import JokeClient
import JokeDesktop

/// The page with all that is known about a joke.
final class DetailsPage: SheetPage {
    let title = localized("Details")
    let sheet = Sheet(name: localized("Details"))
    let key = GDK_KEY_i
    let report: (DesktopModel.Input) -> Void
    private var shown: JokeDetails?

    init(report: @escaping (DesktopModel.Input) -> Void) { self.report = report }

    func show(_ details: JokeDetails) {
        guard details != shown else { return }
        shown = details
        sheet.empty()
        jokesd_accessible_label(sheet.content.raw, localized("%1$s: %2$s", title, details.text))
        sheet.add(selectable(details.text, class: "joke-text"))
        if let other = details.otherText { sheet.add(selectable(other, class: "other-text")) }
        for fact in details.facts { sheet.add(row(fact)) }
    }

    private func selectable(_ text: String, class name: String) -> Widget {
        let label = wrappedLabel(text, class: name)
        gtk_label_set_selectable(label.opaque, 1)
        label.setDirection(rightToLeft: runsRightToLeft(text))
        return label
    }

    private func row(_ fact: JokeDetails.Fact) -> Widget {
        let row = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 2))
        gtk_box_append(row.cast(), wrappedLabel(fact.name, class: "facts"))
        if let link = fact.link {
            let button = made(gtk_link_button_new(link))
            let label = wrappedLabel(fact.text)
            gtk_button_set_child(button.cast(), label)
            jokesd_accessible_label(button.raw, localized("%1$s: %2$s", fact.name, fact.text))
            button.add(class: "credit")
            gtk_widget_set_halign(button, GTK_ALIGN_START)
            gtk_box_append(row.cast(), button)
        } else {
            gtk_box_append(row.cast(), wrappedLabel(fact.text))
        }
        return row
    }
}

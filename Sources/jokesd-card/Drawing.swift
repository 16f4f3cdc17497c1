// SPDX-License-Identifier: MIT
import CGtk

/// The colors that are drawn and not set by a style sheet. The style sheet names them.
struct Palette {
    let card: GdkRGBA
    let deck: GdkRGBA
    let edge: GdkRGBA
    let liked: GdkRGBA
    let disliked: GdkRGBA
    let shadow: GdkRGBA
    let edgeWidth: Float

    init(of widget: Widget) {
        let context = gtk_widget_get_style_context(widget)
        func color(_ name: String) -> GdkRGBA {
            var color = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
            gtk_style_context_lookup_color(context, name, &color)
            return color
        }
        card = color("card")
        deck = color("deck")
        edge = color("edge")
        liked = color("liked")
        disliked = color("disliked")
        shadow = color("shadow")
        // The style sheet of high contrast has no shadow. Its cards have a strong border instead.
        edgeWidth = shadow.alpha == 0 ? 2 : 1
    }
}

extension GdkRGBA {
    func mixed(with other: GdkRGBA, _ part: Double) -> GdkRGBA {
        let part = Float(min(max(part, 0), 1))
        return GdkRGBA(
            red: red + (other.red - red) * part, green: green + (other.green - green) * part,
            blue: blue + (other.blue - blue) * part, alpha: alpha + (other.alpha - alpha) * part)
    }
}

struct Rect {
    let x, y, width, height: Float

    var graphene: graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: x, y: y), size: graphene_size_t(width: width, height: height))
    }
}

extension OpaquePointer {
    /// Draws a rounded rectangle on a snapshot.
    func fillRounded(_ rect: Rect, radius: Float, color: GdkRGBA, edge: GdkRGBA, edgeWidth: Float) {
        var bounds = rect.graphene
        var outline = GskRoundedRect()
        gsk_rounded_rect_init_from_rect(&outline, &bounds, radius)
        gtk_snapshot_push_rounded_clip(self, &outline)
        gtk_snapshot_append_color(self, [color], &bounds)
        gtk_snapshot_pop(self)
        guard edge.alpha > 0 else { return }
        var widths = (edgeWidth, edgeWidth, edgeWidth, edgeWidth)
        var colors = (edge, edge, edge, edge)
        withUnsafePointer(to: &widths) { widths in
            withUnsafePointer(to: &colors) { colors in
                widths.withMemoryRebound(to: Float.self, capacity: 4) { widths in
                    colors.withMemoryRebound(to: GdkRGBA.self, capacity: 4) { colors in
                        gtk_snapshot_append_border(self, &outline, widths, colors)
                    }
                }
            }
        }
    }
}

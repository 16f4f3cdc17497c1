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

/// The soft shadow around a card, blurred once for a size of the card. A style sheet's shadow would be blurred for each
/// frame of a card that is turned.
///
/// Only the parts beside the card are drawn, as four strips, because the card hides the rest.
final class CardShadow {
    private struct Strip {
        let bounds: Rect
        let texture: OpaquePointer
    }

    private var strips: [Strip] = []
    private var size: (width: Int, height: Int) = (0, 0)
    private var color = GdkRGBA()

    /// The pixels of the card for one of the shadow, which is too soft to show the difference.
    private static let scale = 4
    /// How far the shadow reaches beyond the card, how far it is moved down, and how much smaller it is, in pixels.
    private static let (reach, offset, spread) = (40, 12, 8)
    /// How far the strips reach below the card, so that its round corners have a shadow, too.
    private static let overlap = 16

    func draw(_ snapshot: OpaquePointer, width: Int, height: Int, color: GdkRGBA) {
        guard color.alpha > 0 else { return }
        if size != (width, height) || gdk_rgba_equal([color], [self.color]) == 0 {
            (size, self.color) = ((width, height), color)
            build()
        }
        for strip in strips { gtk_snapshot_append_texture(snapshot, strip.texture, [strip.bounds.graphene]) }
    }

    private func build() {
        for strip in strips { g_object_unref(strip.texture.raw) }
        let scale = Self.scale
        let (columns, rows) = ((size.width + 2 * Self.reach) / scale, (size.height + 2 * Self.reach) / scale)
        let bytes = pixels(columns, rows)
        let image = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        let (edge, inner) = (Self.reach / scale, Self.overlap / scale)
        let side = edge + inner
        strips = [
            (0, 0, columns, side), (0, rows - side, columns, side),
            (0, side, side, rows - 2 * side), (columns - side, side, side, rows - 2 * side),
        ].map { column, row, width, height in
            let offset = (row * columns + column) * 4
            let part = g_bytes_new_from_bytes(
                image, gsize(offset), gsize(((height - 1) * columns + width) * 4))
            let texture = made(
                gdk_memory_texture_new(
                    Int32(width), Int32(height), GDK_MEMORY_R8G8B8A8_PREMULTIPLIED, part, gsize(columns * 4)))
            g_bytes_unref(part)
            let bounds = Rect(
                x: Float(column * scale - Self.reach), y: Float(row * scale - Self.reach),
                width: Float(width * scale), height: Float(height * scale))
            return Strip(bounds: bounds, texture: texture)
        }
        g_bytes_unref(image)
    }

    /// Returns the shadow as RGBA with premultiplied alpha.
    private func pixels(_ columns: Int, _ rows: Int) -> [UInt8] {
        var mask = roundedRectangle(columns, rows)
        // Three box blurs are nearly a Gaussian one.
        for _ in 0..<3 { mask = blurred(mask, columns, rows, radius: 3) }
        return mask.flatMap { strength -> [UInt8] in
            let alpha = strength * color.alpha
            return [color.red * alpha, color.green * alpha, color.blue * alpha, alpha].map {
                UInt8(min(max($0 * 255 + 0.5, 0), 255))
            }
        }
    }

    private func roundedRectangle(_ columns: Int, _ rows: Int) -> [Float] {
        let scale = Float(Self.scale)
        let (halfWidth, halfHeight) = (
            Float(size.width) / 2 - Float(Self.spread), Float(size.height) / 2 - Float(Self.spread)
        )
        let radius = CardFace.radius - Float(Self.spread)
        var mask = [Float](repeating: 0, count: columns * rows)
        for row in 0..<rows {
            let y = (Float(row) + 0.5 - Float(rows) / 2) * scale - Float(Self.offset)
            for column in 0..<columns {
                let x = (Float(column) + 0.5 - Float(columns) / 2) * scale
                let (dx, dy) = (max(abs(x) - halfWidth + radius, 0), max(abs(y) - halfHeight + radius, 0))
                let distance = (dx * dx + dy * dy).squareRoot() - radius
                mask[row * columns + column] = min(max(0.5 - distance / scale, 0), 1)
            }
        }
        return mask
    }

    private func blurred(_ mask: [Float], _ columns: Int, _ rows: Int, radius: Int) -> [Float] {
        let width = Float(2 * radius + 1)
        func pass(_ source: [Float], _ length: Int, _ lines: Int, _ step: Int, _ stride: Int) -> [Float] {
            var result = source
            for line in 0..<lines {
                var sum: Float = 0
                for place in -radius..<length {
                    if place + radius < length { sum += source[line * stride + (place + radius) * step] }
                    if place - radius - 1 >= 0 { sum -= source[line * stride + (place - radius - 1) * step] }
                    if place >= 0 { result[line * stride + place * step] = sum / width }
                }
            }
            return result
        }
        let across = pass(mask, columns, rows, 1, columns)
        return pass(across, rows, columns, columns, 1)
    }
}

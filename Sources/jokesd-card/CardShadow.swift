// SPDX-License-Identifier: MIT
import CGtk

/// The soft shadow around a card, blurred once. A style sheet's shadow would be blurred for each frame of a card that is
/// turned.
///
/// It is drawn as upright pieces along the edges of the card, however the card is turned. Cairo draws
/// an upright rectangle with one call, but a turned one with several calls for each row. The pieces are so short that
/// their steps are not seen.
final class CardShadow {
    /// A point in pixels, or a place on the card.
    typealias Point = (x: Double, y: Double)

    /// An edge of the card and the images of its shadow: those near the first corner, the middle, and the others.
    private struct Edge {
        let isVertical: Bool
        /// Whether it is the right or the lower one.
        let isSecond: Bool
        var textures: [OpaquePointer] = []

        /// How far its pieces begin before it, and their extent across it.
        var before: Int { isSecond ? CardShadow.overlap : outside }
        var extent: Int { outside + CardShadow.overlap }
        private var outside: Int {
            isVertical ? CardShadow.beside : isSecond ? CardShadow.below : CardShadow.above
        }
    }

    private var edges: [Edge] = []
    private var corners: [OpaquePointer] = []
    private var color = GdkRGBA()

    /// The pixels of the card for one of the shadow, which is too soft to show the difference.
    private static let scale = 4
    /// How far the shadow reaches beyond the card, how far it is moved down, and how much smaller it is, in pixels.
    private static let (above, beside, below) = (20, 32, 44)
    private static let (offset, spread) = (12, 8)
    /// How far the pieces reach below the card, so that its round corners have a shadow, too.
    private static let overlap = 12
    /// The size of the square card whose shadow is blurred.
    private static let square = 160
    /// The number and the length of the pieces between a corner and the middle of an edge, whose shadow is the same in
    /// each of its points.
    private static let (count, length) = (4, 16)
    /// The most pixels by which a piece in the middle of an edge is beside the next one, and its least length.
    private static let (step, shortest) = (2.0, 16.0)

    // MARK: - Drawing

    /// Draws the shadow of a card.
    ///
    /// - Parameter place: returns where a point of the card is.
    func draw(
        _ snapshot: OpaquePointer, width: Int, height: Int, color: GdkRGBA, place: (Point) -> Point
    ) {
        guard color.alpha > 0 else { return }
        if corners.isEmpty || gdk_rgba_equal([color], [self.color]) == 0 {
            self.color = color
            build()
        }
        // Whole pixels, because cairo would draw a part of one twice.
        let origin = place((0, 0))
        let (left, top) = (origin.x.rounded(), origin.y.rounded())
        func rounded(_ point: Point) -> Point {
            let place = place(point)
            return ((place.x - left).rounded(), (place.y - top).rounded())
        }
        let pieces = made(gtk_snapshot_new())
        let (width, height) = (Double(width), Double(height))
        for (number, texture) in corners.enumerated() {
            let corner = rounded((number % 2 == 0 ? 0 : width, number < 2 ? 0 : height))
            gtk_snapshot_append_texture(pieces, texture, [box(ofCorner: number, corner).graphene])
        }
        for edge in edges {
            let (length, second) = edge.isVertical ? (height, width) : (width, height)
            draw(edge, length, on: pieces) { along in
                let across = edge.isSecond ? second : 0
                return rounded(edge.isVertical ? (across, along) : (along, across))
            }
        }
        append(
            made(gtk_snapshot_free_to_node(pieces)), to: snapshot,
            graphene_point_t(x: Float(left), y: Float(top)))
    }

    /// Draws the pieces of an edge.
    ///
    /// - Parameter place: returns where a point of the edge is.
    private func draw(_ edge: Edge, _ length: Double, on pieces: OpaquePointer, place: (Double) -> Point) {
        func along(_ point: Point) -> Double { edge.isVertical ? point.y : point.x }
        func across(_ point: Point) -> Double { edge.isVertical ? point.x : point.y }
        let (overlap, short) = (Double(Self.overlap), Double(Self.length))
        let middle = max(length - 2 * (overlap + Double(Self.count) * short), 0)
        let last = along(place(length)) - overlap
        var (from, start) = (overlap, along(place(0)) + overlap)
        for (number, texture) in edge.textures.enumerated() {
            let way = number == Self.count ? middle : short
            let shift = across(place(from + way)) - across(place(from))
            let parts = number == Self.count ? Self.parts(way, shift) : 1
            for _ in 0..<parts {
                let part = way / Double(parts)
                let center = across(place(from + part / 2))
                from += part
                let end = number == 2 * Self.count ? last : along(place(from))
                guard end > start else { continue }
                gtk_snapshot_append_texture(pieces, texture, [box(of: edge, center, start, end).graphene])
                start = end
            }
        }
    }

    /// Returns the number of pieces of the middle of an edge.
    private static func parts(_ length: Double, _ shift: Double) -> Int {
        max(Int(min(abs(shift) / step, length / shortest).rounded(.up)), 1)
    }

    private func box(ofCorner number: Int, _ corner: Point) -> Rect {
        let (isRight, isLower) = (number % 2 == 1, number >= 2)
        return Rect(
            x: Float(corner.x) - Float(isRight ? Self.overlap : Self.beside),
            y: Float(corner.y) - Float(isLower ? Self.overlap : Self.above),
            width: Float(Self.beside + Self.overlap),
            height: Float((isLower ? Self.below : Self.above) + Self.overlap))
    }

    private func box(of edge: Edge, _ across: Double, _ start: Double, _ end: Double) -> Rect {
        let (from, extent) = (Float(across) - Float(edge.before), Float(edge.extent))
        let (start, length) = (Float(start), Float(end - start))
        return edge.isVertical
            ? Rect(x: from, y: start, width: extent, height: length)
            : Rect(x: start, y: from, width: length, height: extent)
    }

    /// Appends the pieces as a node of its own. Otherwise GTK would compare each one with that of the last frame.
    private func append(_ pieces: OpaquePointer, to snapshot: OpaquePointer, _ place: graphene_point_t) {
        let shift = gsk_transform_translate(nil, [place])
        let moved = made(gsk_transform_node_new(pieces, shift))
        gtk_snapshot_append_node(snapshot, moved)
        for node in [moved, pieces] { gsk_render_node_unref(node) }
        gsk_transform_unref(shift)
    }

    // MARK: - Images

    private func build() {
        for texture in corners + edges.flatMap(\.textures) { g_object_unref(texture.raw) }
        let columns = (Self.square + 2 * Self.beside) / Self.scale
        let rows = (Self.square + Self.above + Self.below) / Self.scale
        let pixels = pixels(columns, rows)
        let image = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        /// Returns a part of the image.
        func texture(_ box: Rect) -> OpaquePointer {
            let (x, y) = (Int(box.x) + Self.beside, Int(box.y) + Self.above)
            let (width, height) = (Int(box.width) / Self.scale, Int(box.height) / Self.scale)
            let offset = (y / Self.scale * columns + x / Self.scale) * 4
            let part = g_bytes_new_from_bytes(
                image, gsize(offset), gsize(((height - 1) * columns + width) * 4))
            defer { g_bytes_unref(part) }
            return made(
                gdk_memory_texture_new(
                    Int32(width), Int32(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, part, gsize(columns * 4)))
        }
        let square = Double(Self.square)
        corners = (0..<4).map { number in
            texture(box(ofCorner: number, (number % 2 == 0 ? 0 : square, number < 2 ? 0 : square)))
        }
        // The ends of the pieces. That in the middle is as long as the rest.
        let near = (0...Self.count).map { Double(Self.overlap + $0 * Self.length) }
        let ends = near + near.reversed().map { square - $0 }
        edges = [(true, false), (true, true), (false, false), (false, true)].map { isVertical, isSecond in
            var edge = Edge(isVertical: isVertical, isSecond: isSecond)
            edge.textures = zip(ends, ends.dropFirst()).map {
                texture(box(of: edge, isSecond ? square : 0, $0, $1))
            }
            return edge
        }
        g_bytes_unref(image)
    }

    /// Returns the shadow as BGRA with premultiplied alpha, which cairo reads as it is.
    private func pixels(_ columns: Int, _ rows: Int) -> [UInt8] {
        var mask = roundedRectangle(columns, rows)
        // Three box blurs are nearly a Gaussian one.
        for _ in 0..<3 { mask = blurred(mask, columns, rows, radius: 3) }
        return mask.flatMap { strength -> [UInt8] in
            let alpha = strength * color.alpha
            return [color.blue * alpha, color.green * alpha, color.red * alpha, alpha].map {
                UInt8(min(max($0 * 255 + 0.5, 0), 255))
            }
        }
    }

    private func roundedRectangle(_ columns: Int, _ rows: Int) -> [Float] {
        let scale = Float(Self.scale)
        let half = Float(Self.square) / 2 - Float(Self.spread)
        let radius = CardFace.radius - Float(Self.spread)
        var mask = [Float](repeating: 0, count: columns * rows)
        for row in 0..<rows {
            let y = (Float(row) + 0.5) * scale - Float(Self.above + Self.offset + Self.square / 2)
            for column in 0..<columns {
                let x = (Float(column) + 0.5) * scale - Float(Self.beside + Self.square / 2)
                let (dx, dy) = (max(abs(x) - half + radius, 0), max(abs(y) - half + radius, 0))
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

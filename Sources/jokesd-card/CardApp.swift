// SPDX-License-Identifier: MIT
import CGtk
import Glibc
import JokeClient
import JokeDesktop
import JokeWire

/// The program: it connects a ``DesktopModel`` to the window, the daemon and the clock.
///
/// It is a GApplication, so a second start raises the window of the first.
final class CardApp {
    private let application: UnsafeMutablePointer<GtkApplication>
    private let options: CardOptions
    private let locations: SocketLocations
    private var model: DesktopModel
    private var window: CardWindow?
    private var style: DesktopStyle?
    private lazy var socket = SocketSource(locations) { [unowned self] in self.handle(.connection($0)) }
    /// The source that fires at the model's next moment, or 0.
    private var timer: guint = 0
    private var isTicking = false

    static let id = "io.github.jokesd.Card"

    init(_ options: CardOptions) {
        self.options = options
        locations = SocketLocations(option: options.socket, userID: geteuid()) { name in
            getenv(name).map { String(cString: $0) }
        }
        model = DesktopModel(
            isGreased: getenv("JOKESD_GREASE").map { UInt8(bitPattern: $0[0]) == UInt8(ascii: "1") } ?? false,
            surroundings: ConnectError.Surroundings(
                locations, runtimeDirectory: getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }))
        // A window for a named socket does not replace the one for the user's own jokesd. If D-Bus starts the program,
        // it must have the name.
        application = gtk_application_new(
            Self.id,
            locations.isNamed && !options.isService
                ? jokesd_application_non_unique : jokesd_application_default_flags)
        jokesd_pass_token_on(application)
        application.on("activate") { [unowned self] in self.activate() }
        Menu.add("small", to: application) { [unowned self] in
            self.opened.isSmall = true
            self.activate()
        }
        Menu.addNamed("joke", to: application) { [unowned self] id in
            self.activate()
            self.handle(.showJoke(id))
        }
    }

    func run() -> Int32 {
        if options.isSmall || options.joke != nil, g_application_register(application.cast(), nil, nil) != 0 {
            // The program whose window is open performs them, if there is one.
            if options.isSmall { g_action_group_activate_action(application.opaque, "small", nil) }
            if let joke = options.joke {
                g_action_group_activate_action(application.opaque, "joke", g_variant_new_string(joke))
            }
        }
        let arguments = ["jokesd-card"] + (options.isService ? ["--gapplication-service"] : [])
        var pointers = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer {
            g_application_run(application.cast(), Int32($0.count), $0.baseAddress)
        }
    }

    private var now: Duration { .microseconds(g_get_monotonic_time()) }

    private func activate() { opened.present() }

    /// The window, which is made if there is none yet.
    private var opened: CardWindow {
        if let window { return window }
        let style = DesktopStyle()
        style.onAnimations = { [unowned self] in self.handle(.animations($0)) }
        self.style = style
        let window = CardWindow(
            of: application,
            actions: CardWindow.Actions(quit: { [unowned self] in
                g_application_quit(self.application.cast())
            }),
            report: { [unowned self] in self.handle($0) })
        window.onReach = { [unowned self] in self.model.setReach($0) }
        self.window = window
        handle(.animations(style.hasAnimations))
        return window
    }

    private func handle(_ input: DesktopModel.Input) {
        for action in model.handle(input, at: now) { carryOut(action) }
        show()
    }

    private func carryOut(_ action: DesktopModel.Action) {
        switch action {
        case .connection(let action): socket.perform(action)
        case .copy(let text):
            guard let window else { return }
            gdk_clipboard_set_text(gtk_widget_get_clipboard(window.window), text)
        case .copyPicture(let svg): window?.copy(svg: svg)
        case .open(let link): window?.open(link)
        }
    }

    private func show() {
        let now = now
        if timer != 0 { g_source_remove(timer) }
        timer = 0
        if let moment = model.nextMoment(after: now) {
            // A timer that fires early would fire again at once.
            timer = after(Int(((moment - now) / .milliseconds(1)).rounded(.up))) { [unowned self] in
                self.timer = 0
                self.handle(.moment)
            }
        }
        guard let window else { return }
        window.show(model.picture(at: now), of: model)
        startTicking(window)
    }

    /// Moves the cards with each frame until they rest. Nothing wakes the program while they do.
    private func startTicking(_ window: CardWindow) {
        guard !isTicking, model.motion.isMoving else { return }
        isTicking = true
        window.window.onTick { [unowned self] time in
            self.model.advance(to: .microseconds(time))
            self.isTicking = self.model.motion.isMoving
            self.window?.move(self.model.motion)
            if !self.isTicking { self.show() }
            return self.isTicking
        }
    }
}

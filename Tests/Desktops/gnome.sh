#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the joke of the day on a real GNOME, which shows no window and has a virtual monitor: the notification and its
# buttons, an old notification in the list, the search. Clicks and keys are events of devices. Run as root by
# scripts/desktop-tests.sh, which keeps the pictures of /userhost.
if [ "$(id -u)" = 0 ]; then
    dpkg --install /opt/packages/*.deb >/tmp/dpkg 2>&1 || {
        cat /tmp/dpkg >&2
        exit 1
    }
    exec runuser -u tester -- "$0" "$@"
fi
# shellcheck source=Tests/Desktops/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

step "GNOME Shell starts"
systemd-run --user --quiet --unit=shell --setenv=XDG_CURRENT_DESKTOP=GNOME --setenv=XDG_SESSION_TYPE=wayland \
    gnome-shell --headless --virtual-monitor 1280x800 --unsafe-mode --no-x11 --wayland-display=wayland-9
# Programs that the bus starts show their windows there.
dbus-update-activation-environment --systemd WAYLAND_DISPLAY=wayland-9 XDG_CURRENT_DESKTOP=GNOME XDG_SESSION_TYPE=wayland
gdbus wait --session --timeout 30 org.gnome.Shell.Screenshot
evaluate '
    const {Clutter} = imports.gi;
    global._pointer = Clutter.get_default_backend().get_default_seat()
        .create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
    global._move = (x, y) => { global._pointer.notify_absolute_motion(Clutter.CURRENT_TIME, x, y); return 1; };
    global._actors = function* (actor) {
        if (!actor || !actor.mapped) return;
        yield actor;
        for (const child of actor.get_children()) yield* global._actors(child);
    };
    global._find = (root, text) =>
        [...global._actors(root)].find(actor => actor.label === text || actor.text === text ||
            actor.style_class === text || actor.get_name() === text);
    global._labels = root => [...global._actors(root)].map(actor => actor.label ?? "").filter(text => text);
    global._middle = actor => {
        const [x, y] = actor.get_transformed_position(), [width, height] = actor.get_transformed_size();
        return [x + width / 2, y + height / 2];
    };
    global._shown = () => Main.messageTray.getSources().flatMap(source => source.notifications).at(-1);
    global._list = () => Main.panel.statusArea.dateMenu._messageList;
    1' >/dev/null
version=$(gdbus call --session -d org.gnome.Shell -o /org/gnome/Shell -m org.freedesktop.DBus.Properties.Get \
    org.gnome.Shell ShellVersion | tr -dc '0-9.')
started() { is_true '!Main.layoutManager._startingUp'; }
await "the end of GNOME's start" started
evaluate 'Main.overview.hide(); for (const source of Main.messageTray.getSources()) source.destroy(); 1' >/dev/null

step "the joke of the day appears with its three buttons and its lines"
pack=~/jokes.jsonl
cat >"$pack" <<'END'
{"id": "oven", "setup": "The oven says:", "punchline": "E1 No water\nE2 No gas", "language": "en", "categories": ["own"]}
END
configure '{"sources": {"builtin": {"enabled": false}, "kitchen": {"type": "pack", "path": "'"$pack"'"}}}'
systemctl --user restart jokesd.socket
away
systemctl --user start jokesd-notify.service
await "the notification" banner_is "Joke of the day"
picture "gnome-$version-banner"
approach
await "the buttons" banner_has Like
expect "the buttons" "$(evaluate 'global._labels(Main.messageTray).join(" ")')" '"Like Dislike Next"'
picture "gnome-$version-notification"
is_true 'global._find(Main.messageTray, "The oven says:\u2029E1 No water\u2029E2 No gas") !== undefined' ||
    fail "the lines of the joke are not there: $(evaluate '[...global._actors(Main.messageTray)].map(a => a.text).join("|")')"
away
await "the end of the banner" banner_is_gone

step "an old notification is in the list, and a click on it shows the joke again"
open_list
picture "gnome-$version-list"
click 'global._find(global._list(), "Joke of the day")'
await "the read joke" is_true 'global._shown()?.urgency === 3'
close_list
await "the joke" banner_is "Joke of the day"
approach
await "the buttons" banner_has Like
picture "gnome-$version-read"

step "its Like saves the joke"
click 'global._find(Main.messageTray, "Like")'
await "the end of jokesd-notify.service" is_inactive jokesd-notify.service
expect "the saved jokes" "$(saved)" oven

if [ "${version%%.*}" -ge 46 ]; then
    step "the list has the buttons, too"
    jokectl undo >/dev/null
    expect "the saved jokes" "$(saved)" ''
    start_notifier
    await "the notification" banner_is "Joke of the day"
    # GNOME keeps a banner until the user is active.
    away
    await "the end of the banner" banner_is_gone
    open_list
    click 'global._find(global._list(), "message-expand-button")'
    await "the buttons" list_has Like
    picture "gnome-$version-buttons"
    click 'global._find(global._list(), "Like")'
    await "the saved joke" is_saved oven
    close_list
fi

step "a message without buttons stays in the list"
[ "$(saved)" = '' ] || jokectl undo >/dev/null
start_notifier
await "the notification" banner_is "Joke of the day"
approach
await "the buttons" banner_has Like
systemctl --user stop jokesd.socket jokesd.service
click 'global._find(Main.messageTray, "Like")'
await "the message" banner_is jokesd
away
await "the end of the banner" banner_is_gone
open_list jokesd
picture "gnome-$version-message"

step "the settings have a switch for the notifications"
gsettings get org.gnome.desktop.notifications application-children | grep "'jokesd'" >/dev/null ||
    fail "GNOME does not list the sender"
close_list
systemd-run --user --quiet --unit=settings gnome-control-center notifications
await "the settings" is_true 'global.display.get_focus_window()?.title === "Settings"'
picture "gnome-$version-settings"

step "a typed word finds a saved joke in the overview"
systemctl --user start jokesd.socket
jokectl add $'A <b>zebra</b> & a lion walk into a bar.\nThe bar leaves.' >/dev/null
evaluate '
    const {Clutter} = imports.gi;
    global._keys = Clutter.get_default_backend().get_default_seat()
        .create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
    global._press = keyval => {
        for (const down of [1, 0]) global._keys.notify_keyval(Clutter.get_current_event_time() * 1000, keyval, down);
    };
    Main.overview.show(); 1' >/dev/null
await "the overview" is_true 'Main.overview.visible && !Main.overview.animationInProgress'
evaluate 'for (const letter of "zebra") global._press(imports.gi.Clutter.unicode_to_keysym(letter.codePointAt(0))); 1' >/dev/null
# The joke has no markup there.
await "the result" is_true \
    'global._find(Main.layoutManager.overviewGroup, "A <b>zebra</b> & a lion walk into a bar.") !== undefined'
picture "gnome-$version-search"

step "Enter shows it with its lines, and copies it"
evaluate 'global._press(imports.gi.Clutter.KEY_Return); 1' >/dev/null
await "the joke" banner_is "Saved joke"
await "the lines of the joke" is_true \
    'global._find(Main.messageTray, "A <b>zebra</b> & a lion walk into a bar.\u2029The bar leaves.") !== undefined'
evaluate 'imports.gi.St.Clipboard.get_default().get_text(imports.gi.St.ClipboardType.CLIPBOARD, (_, text) => { global._copied = text; }); 1' >/dev/null
await "the copy" is_true 'global._copied === "A <b>zebra</b> & a lion walk into a bar.\\nThe bar leaves."'
picture "gnome-$version-found"

# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The functions of the tests on a real desktop. They run as the user tester, with the package installed.
# shellcheck source=Tests/systems.bash
. "$(dirname "${BASH_SOURCE[0]}")/systems.bash"
cd ~ || exit

fail() {
    echo "FAILED: $*" >&2
    picture "gnome-${version-}-failed" || true
    journalctl --boot --no-pager --lines=40 _UID="$(id -u)" >&2 || true
    exit 1
}
is_inactive() { [ "$(systemctl --user show --property=ActiveState --value "$1")" = inactive ]; }
saved() { jokectl saved list | cut -f1; }
is_saved() { [ "$(saved)" = "$1" ]; }
start_notifier() {
    await "the end of jokesd-notify.service" is_inactive jokesd-notify.service
    rm -f ~/.local/state/jokesd/notified.json
    systemctl --user start jokesd-notify.service
}

# GNOME Shell evaluates JavaScript, because it runs with --unsafe-mode.

# evaluate CODE: prints the result as JSON. gdbus interprets the escapes of strings in the code first.
evaluate() {
    local said
    said=$(gdbus call --session -d org.gnome.Shell -o /org/gnome/Shell -m org.gnome.Shell.Eval "$1") || return
    case $said in
        "(true, '"*) said=${said#"(true, '"} said=${said%"')"} && printf '%b\n' "$said" ;;
        *) fail "GNOME Shell: $said" ;;
    esac
}
is_true() { [ "$(evaluate "$1")" = true ]; }
# picture NAME
picture() {
    gdbus call --session -d org.gnome.Shell.Screenshot -o /org/gnome/Shell/Screenshot \
        -m org.gnome.Shell.Screenshot.Screenshot false false "/userhost/$1.png" >/dev/null
}
banner_is() { is_true "Main.messageTray._notification?.title === '$1'"; }
banner_is_gone() { is_true '!Main.messageTray._notification'; }
banner_has() { is_true "global._find(Main.messageTray, '$1') !== undefined"; }
list_has() { is_true "global._find(global._list(), '$1') !== undefined"; }
# A pointer that is there before the banner does not open it.
away() { evaluate 'global._move(640, 600)' >/dev/null; }
approach() { evaluate 'global._move(640, 300); global._move(640, 80)' >/dev/null; }
# open_list [TITLE]: opens the list of notifications, which has one of this title.
open_list() {
    # Without an animation, in which buttons move.
    evaluate 'Main.panel.statusArea.dateMenu.menu.open(0); 1' >/dev/null
    await "the list" list_has "${1:-Joke of the day}"
}
# A click beside the list closes it. GNOME shows no banner while it is open.
close_list() {
    click_at '[100, 700]'
    await "the end of the list" is_true '!Main.panel.statusArea.dateMenu.menu.isOpen'
}
# click ACTOR: moves the pointer there, and clicks.
click() { click_at "global._middle($1)"; }
click_at() {
    evaluate "global._target = $1; global._move(...global._target)" >/dev/null
    await "the pointer" is_true 'global._target.every((place, axis) => Math.abs(place - global.get_pointer()[axis]) < 1)'
    evaluate 'for (const down of [1, 0]) global._pointer.notify_button(imports.gi.Clutter.CURRENT_TIME, 1, down); 1' >/dev/null
}

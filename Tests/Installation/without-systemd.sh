#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests jokesd without systemd: started by jokectl, in the background, and started with the desktop. Run as tester by
# scripts/installation-tests.sh, with the archive in /opt/packages. The environment names no service manager's socket.
# shellcheck source=Tests/Installation/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"
export XDG_RUNTIME_DIR=/tmp/runtime
mkdir -m 700 "$XDG_RUNTIME_DIR"
unset DBUS_SESSION_BUS_ADDRESS
PATH=~/.local/bin:$PATH

unpack_archive
PREFIX=~/.local "$installer" install >/tmp/said || fail "install.sh failed: $(cat /tmp/said)"

step "install.sh says that jokectl starts jokesd"
# shellcheck disable=SC2016 # as it is said
grep -qF 'so jokectl starts jokesd: run `jokectl next`' /tmp/said || fail "unexpected output of install.sh: $(cat /tmp/said)"

step "the first command starts jokesd, which jokectl stop ends"
expect_exit 69 jokectl --no-start next
[[ $said == *"leave out --no-start"* ]] || fail "unexpected output of jokectl: $said"
[ -n "$(jokectl next)" ] || fail "jokectl next printed no joke"
jokectl stop || fail "jokectl stop failed"
[ ! -e "$XDG_RUNTIME_DIR/jokesd/socket" ] || fail "the socket is left"

step "jokesd in the background serves built-in jokes and jokes from a program"
configure_program
jokesd 2>/tmp/log &
await "the socket" test -S "$XDG_RUNTIME_DIR/jokesd/socket"
[ -n "$(jokectl next)" ] || fail "jokectl next printed no joke"
expect_joke_of_program jokectl
kill %1
wait %1 || fail "jokesd exited with $?: $(cat /tmp/log)"

step "the example autostart entry starts jokesd"
entry=~/.local/share/doc/jokesd/examples/autostart/jokesd.desktop
mkdir -p ~/.config/autostart
cp "$entry" ~/.config/autostart/
sh -c "exec $(sed -n 's/^Exec=//p' ~/.config/autostart/jokesd.desktop)" 2>/tmp/log &
await "the socket" test -S "$XDG_RUNTIME_DIR/jokesd/socket"
[ -n "$(jokectl next)" ] || fail "jokectl next printed no joke"
kill %1

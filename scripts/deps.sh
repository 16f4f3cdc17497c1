#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deps.sh check|install GROUP…   (groups: build, test, costs, hostile, bars, card, card-test, sync, bench)
# Finds missing Debian packages. `check` lists them and fails; `install` prints the command, then runs it. If nothing is
# missing, it prints nothing.
set -euo pipefail

# Each line has a package, then evidence that it is installed: a pkg-config module (pc:), a command (cmd:) or a file.
packages_of() {
    case $1 in
        build)
            cat <<-'END'
		pkg-config            cmd:pkg-config
		libsqlite3-dev        pc:sqlite3
		libsystemd-dev        pc:libsystemd
		libcurl4-openssl-dev  pc:libcurl
		lowdown               cmd:lowdown
		python3               cmd:python3
		END
            ;;
        test)
            cat <<-'END'
		netcat-openbsd        cmd:nc.openbsd
		openssl               cmd:openssl
		jq                    cmd:jq
		sqlite3               cmd:sqlite3
		shellcheck            cmd:shellcheck
		strace                cmd:strace
		tmux                  cmd:tmux
		procps                cmd:pkill
		fortunes-min          /usr/share/games/fortunes/fortunes
		fortunes              /usr/share/games/fortunes/computers
		fortunes-bofh-excuses /usr/share/games/fortunes/bofh-excuses
		fortunes-es           /usr/share/games/fortunes/es/refranes.fortunes
		apertium              cmd:apertium
		apertium-eng-spa      /usr/share/apertium/modes/eng-spa.mode
		python3-pyjokes       /usr/lib/python3/dist-packages/pyjokes
		systemd-container     cmd:systemd-nspawn
		dbus-user-session     /usr/lib/systemd/user/dbus.socket
		mmdebstrap            cmd:mmdebstrap
		zsh                   cmd:zsh
		less                  cmd:less
		fish                  cmd:fish
		libpam-systemd        /usr/share/pam-configs/systemd
		mandoc                cmd:mandoc
		man-db                cmd:man
		hunspell              cmd:hunspell
		hunspell-en-us        /usr/share/hunspell/en_US.dic
		desktop-file-utils    cmd:desktop-file-validate
		appstream             cmd:appstreamcli
		debhelper             cmd:dh
		lintian               cmd:lintian
		libnotify-bin         cmd:notify-send
		python3-dbusmock      /usr/lib/python3/dist-packages/dbusmock
		END
            ;;
        sync)
            cat <<-'END'
		syncthing             cmd:syncthing
		curl                  cmd:curl
		jq                    cmd:jq
		python3               cmd:python3
		END
            ;;
        hostile)
            cat <<-'END'
		tmux                  cmd:tmux
		polybar               cmd:polybar
		cmark                 cmd:cmark
		xvfb                  cmd:Xvfb
		xdotool               cmd:xdotool
		python3               cmd:python3
		END
            ;;
        costs)
            cat <<-'END'
		valgrind              cmd:valgrind
		python3               cmd:python3
		END
            ;;
        bars)
            cat <<-'END'
		waybar                cmd:waybar
		sway                  cmd:sway
		grim                  cmd:grim
		polybar               cmd:polybar
		i3-wm                 cmd:i3
		i3blocks              cmd:i3blocks
		tmux                  cmd:tmux
		zsh                   cmd:zsh
		fish                  cmd:fish
		git                   cmd:git
		cowsay                /usr/games/cowsay
		swaylock              cmd:swaylock
		librsvg2-bin          cmd:rsvg-convert
		xclip                 cmd:xclip
		wl-clipboard          cmd:wl-copy
		xvfb                  cmd:Xvfb
		xterm                 cmd:xterm
		rofi                  cmd:rofi
		fuzzel                cmd:fuzzel
		xdotool               cmd:xdotool
		imagemagick           cmd:import
		fonts-dejavu-core     /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
		fonts-noto-color-emoji /usr/share/fonts/truetype/noto/NotoColorEmoji.ttf
		END
            ;;
        card)
            cat <<-'END'
		libgtk-4-dev          pc:gtk4
		END
            ;;
        card-test)
            cat <<-'END'
		xvfb                  cmd:Xvfb
		openbox               cmd:openbox
		xdotool               cmd:xdotool
		x11-utils             cmd:xprop
		xclip                 cmd:xclip
		sway                  cmd:sway
		imagemagick           cmd:import
		libgtk-4-bin          cmd:gtk4-broadwayd
		dbus-daemon           cmd:dbus-run-session
		at-spi2-core          /usr/libexec/at-spi-bus-launcher
		gir1.2-atspi-2.0      /usr/share/doc/gir1.2-atspi-2.0
		python3-gi            /usr/lib/python3/dist-packages/gi
		fonts-noto-core       /usr/share/fonts/truetype/noto/NotoSans-Regular.ttf
		fonts-noto-color-emoji /usr/share/fonts/truetype/noto/NotoColorEmoji.ttf
		adwaita-icon-theme    /usr/share/icons/Adwaita
		locales               /usr/share/i18n/locales/es_ES
		END
            ;;
        bench)
            cat <<-'END'
		python3               cmd:python3
		redis-server          cmd:redis-server
		redis-tools           cmd:redis-cli
		mpd                   cmd:mpd
		mpc                   cmd:mpc
		libncurses-dev        pc:ncursesw
		END
            ;;
    esac
}

is_there() {
    case $1 in
        pc:*) pkg-config --exists "${1#pc:}" 2>/dev/null ;;
        cmd:*) command -v "${1#cmd:}" >/dev/null ;;
        *) [ -e "$1" ] ;;
    esac
}

mode=$1
shift
missing=()
for group in "$@"; do
    while read -r package evidence; do
        is_there "$evidence" || missing+=("$package")
    done < <(packages_of "$group")
done

if ! command -v swift >/dev/null; then
    echo "swift is missing: install Swift 6.2 or newer from https://www.swift.org/install/linux/" >&2
    exit 1
fi
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "These Debian packages are missing; their names may differ on this system: ${missing[*]}" >&2
    exit 1
fi
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
install=("${as_root[@]}" apt-get install -y --no-install-recommends "${missing[@]}")
if [ "$mode" = check ]; then
    echo "These packages are missing: ${missing[*]}" >&2
    echo "Install them with: ${install[*]}" >&2
    exit 1
fi
echo "${as_root[*]:+sudo }apt-get update -q; ${install[*]}"
# If the lists cannot be refreshed, the old ones may still have the packages.
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get update -q || true
DEBIAN_FRONTEND=noninteractive "${install[@]}"

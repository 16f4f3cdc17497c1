#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# install.sh install | uninstall
# Installs the files that scripts/stage.sh prepared: those in `files` next to this script, as in the tar archive, or in
# .build/stage. It builds nothing. These variables determine the target:
#
#   PREFIX      /usr/local, or a directory of your own such as ~/.local
#   LIBEXECDIR  the directory of the programs that no user starts: PREFIX/libexec, or PREFIX/lib
#   UNITDIR     the directory of the systemd units; by default where the user manager searches the units of PREFIX
#   DESTDIR     for packages: a directory that precedes all paths; no service manager is contacted and no list is written
#   ENABLE      no: do not enable the sockets (in a home; elsewhere the script only prints the command)
#
# PREFIX/share/jokesd/installed lists what was installed; directories that the script created end in a slash.
# `uninstall` removes these files, and the next `install` removes those that are no longer installed.
set -euo pipefail
umask 022
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
prefix=${PREFIX:-/usr/local} destdir=${DESTDIR:-} enable=${ENABLE:-yes}
prefix=${prefix%/}
# Not every shell expands the tilde in `make install PREFIX=~/.local`.
case $prefix in \~ | \~/*) prefix=${HOME:?}${prefix#\~} ;; esac
data_home=${XDG_DATA_HOME:-${HOME:-}/.local/share} config_home=${XDG_CONFIG_HOME:-${HOME:-}/.config}
stage=$here/../.build/stage
[ ! -d "$here/files" ] || stage=$here/files

stop() {
    echo "install.sh: $*" >&2
    exit 1
}

# The units contain the programs' paths, in which other characters would need escapes.
[[ $prefix =~ ^/[A-Za-z0-9_./+@~-]*$ ]] ||
    stop "PREFIX must be an absolute path of letters, digits and _./+@~-; it is '$prefix'"
libexec=${LIBEXECDIR:-$prefix/libexec}
libexec=${libexec%/}
# The programs search each other in these places.
[ "$libexec" = "$prefix/libexec" ] || [ "$libexec" = "$prefix/lib" ] ||
    stop "LIBEXECDIR must be $prefix/libexec or $prefix/lib; it is '$libexec'"
in_home=no
case $prefix/ in "${HOME:-/nowhere}"/*) in_home=yes ;; esac
# systemd.unit(5), "User Unit Search Path". pkg-config knows the directory if systemd's file for it is installed.
units=$(pkg-config --define-variable="prefix=$prefix" --variable=systemduserunitdir systemd 2>/dev/null) || units=''
units=${units:-$prefix/lib/systemd/user}
[ "$in_home" = no ] || units=$data_home/systemd/user
units=${UNITDIR:-$units}
note=$prefix/share/jokesd/installed
sockets='jokesd.socket jokesd-fetch.socket'

manager() { [ -z "$destdir" ] && systemctl --user "$@" 2>/dev/null; }
has_manager() { manager show-environment >/dev/null; }

# Prints the target of a file of the stage.
place_of() {
    case $1 in
        units/*) echo "$units/${1#units/}" ;;
        libexec/*) echo "$libexec/${1#libexec/}" ;;
        *) echo "$prefix/$1" ;;
    esac
}

# Prints the missing parent directories of $1, the outermost last.
missing_directories() {
    local directory=${1%/*}
    while [ -n "$directory" ] && [ ! -d "$destdir$directory" ]; do
        echo "$directory/"
        directory=${directory%/*}
    done
}

# Under ~/.local, share/jokesd is also the directory of the user's data, which must stay private.
make_directory() {
    if [[ $1/ == "$data_home/jokesd/"* ]] && [ ! -d "$data_home/jokesd" ]; then
        mkdir -p "$data_home"
        mkdir -m 700 "$data_home/jokesd"
    fi
    mkdir -p "$1"
}

# put FILE PLACE
put() {
    local from=$stage/$1 to=$destdir$2 mode=644
    [ ! -x "$from" ] || mode=755
    make_directory "${to%/*}"
    case $1 in
        units/* | share/dbus-1/*)
            sed -e "s|@BINDIR@|$prefix/bin|g" -e "s|@LIBEXECDIR@|$libexec/jokesd|g" "$from" >"$to.new"
            chmod "$mode" "$to.new"
            mv "$to.new" "$to"
            ;;
        *) install -m "$mode" "$from" "$to" ;;
    esac
}

install_files() {
    local files=() file places='' directories before=''
    [ -x "$stage/bin/jokesd" ] || stop "nothing is built yet: run \`make build\` first"
    mapfile -t files < <(cd "$stage" && find . -type f -printf '%P\n' | LC_ALL=C sort)
    for file in "${files[@]}"; do places+=$(place_of "$file")$'\n'; done
    if [ -z "$destdir" ]; then
        [ ! -f "$note" ] || before=$(cat "$note")
        directories=$(
            while IFS= read -r file; do missing_directories "$file"; done <<<"$places$note"
            # The directory in which systemctl records enabled units.
            [ "$in_home" = no ] || missing_directories "$config_home/systemd/user/enabled"
            grep '/$' <<<"$before" || true
        )
        # Write the list before the files, so that an incomplete installation can be uninstalled.
        put_note "$(printf '%s%s\n%s\n' "$places" "$note" "$directories" | LC_ALL=C sort -u | grep .)"
    fi
    for file in "${files[@]}"; do put "$file" "$(place_of "$file")"; done
    [ -z "$before" ] || comm -23 <(grep -v '/$' <<<"$before" | LC_ALL=C sort) <(LC_ALL=C sort "$note") |
        while IFS= read -r file; do rm -f "$file"; done
    refresh_icons
    echo "jokesd is installed in $destdir$prefix, its units in $destdir$units."
    [ -n "$destdir" ] || advise
}

# Desktops read this cache instead of the directory, if there is one.
refresh_icons() {
    local icons=$prefix/share/icons/hicolor
    [ -z "$destdir" ] && [ -f "$icons/icon-theme.cache" ] || return 0
    gtk-update-icon-cache --quiet --force "$icons" ||
        echo "The desktop shows the new icons after: gtk-update-icon-cache --force $icons"
}

put_note() {
    make_directory "${note%/*}"
    echo "$1" >"$note.new"
    # In a home, the list is among the user's data. doctor warns if other users can read a file there.
    [ "$in_home" = no ] || chmod 600 "$note.new"
    mv "$note.new" "$note"
}

say_how_to_turn_on() {
    echo "Each user turns it on: systemctl --user daemon-reload && systemctl --user enable --now $sockets"
}

# Print the remaining steps.
advise() {
    case :$PATH: in *":$prefix/bin:"*) ;; *) echo "Add $prefix/bin to your PATH." ;; esac
    if [ "$in_home" = no ]; then
        say_how_to_turn_on
    elif ! has_manager; then
        echo "No systemd user manager answers here, so jokectl starts jokesd: run \`jokectl next\` to see a joke."
    elif [ "$enable" != no ]; then
        manager daemon-reload
        manager try-restart jokesd.service || true
        manager enable --now --quiet jokesd.socket jokesd-fetch.socket || stop "systemctl cannot enable jokesd.socket"
        echo "The sockets are enabled: run \`jokectl next\` to see a joke."
    else
        say_how_to_turn_on
    fi
}

uninstall_files() {
    local files=() file
    [ -z "$destdir" ] || stop "DESTDIR has no list of installed files; remove that directory instead"
    [ -f "$note" ] || stop "there is no list of installed files in $note; was jokesd installed with another PREFIX?"
    if [ "$in_home" = yes ] && has_manager; then
        # Stop and disable the units that are enabled or running.
        for file in jokesd-notify.timer jokesd-notify.service jokesd-sync.path jokesd-sync.service jokesd.socket \
            jokesd-fetch.socket jokesd.service; do
            manager disable --now --quiet "$file" || true
        done
    fi
    mapfile -t files <"$note"
    for file in "${files[@]}"; do [[ $file == */ ]] || rm -f "$file"; done
    # Remove the innermost directories first. A directory that contains other files stays.
    printf '%s\n' "${files[@]}" | grep '/$' | LC_ALL=C sort -r | while IFS= read -r file; do
        rmdir "$file" 2>/dev/null || true
    done
    refresh_icons
    [ "$in_home" = no ] || ! has_manager || manager daemon-reload
    echo "jokesd is no longer in $prefix."
    # Keep this order: `disable --now` does not wait for a unit whose file is missing.
    [ "$in_home" = yes ] || echo "Each user ends it: systemctl --user stop $sockets jokesd.service;" \
        "systemctl --user disable $sockets; systemctl --user daemon-reload"
    local data=$data_home/jokesd configuration=$config_home/jokesd
    [ ! -d "$data" ] || echo "Your saved jokes stay, in $data."
    [ ! -d "$configuration" ] || echo "Your configuration stays, in $configuration."
}

case ${1:-} in
    install) install_files ;;
    uninstall) uninstall_files ;;
    *)
        echo "usage: [PREFIX=…] [LIBEXECDIR=…] [UNITDIR=…] [DESTDIR=…] install.sh install | uninstall" >&2
        exit 64
        ;;
esac

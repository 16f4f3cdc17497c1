#!/bin/bash
# SPDX-License-Identifier: MIT
# Tries actions inside a sandbox that must fail and actions that must succeed. It prints a line for each: the action,
# and whether it was allowed or denied. Run by sandbox.sh instead of a program.
try() {
    local what=$1
    shift
    if "$@" >/dev/null 2>&1; then echo "$what: allowed"; else echo "$what: denied"; fi
}
call() { perl -e 'my ($number, @rest) = map { $_ + 0 } @ARGV; exit(syscall($number, @rest) == -1 ? 1 : 0)' "$@"; }
opens() { perl -MSocket -e 'socket(my $s, eval $ARGV[0], SOCK_DGRAM, 0) or exit 1' "$1"; }
reaches() { perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Peer => $ARGV[0]) or exit 1' "$1"; }
data=${XDG_DATA_HOME:-~/.local/share}/jokesd

# On x86-64, and on other architectures of Linux.
case $(uname -m) in
    x86_64) mmap=9 personality=135 ;;
    *) mmap=222 personality=92 ;;
esac

try "write the home" touch ~/probe
try "write the configuration" touch ~/.config/jokesd/probe
try "write the data" touch "$data/probe"
try "read the data" cat "$data/readable"
try "read the home" cat ~/jokes
try "read the secrets" cat ~/.config/jokesd/secrets/key
try "read .ssh" cat ~/.ssh/key
try "read .gnupg" cat ~/.gnupg/key
try "see the system's /tmp" test -e /tmp/outside
try "write /run" touch /run/lock/probe
try "use a /tmp" touch /tmp/probe
try "reach the session's bus" reaches "$XDG_RUNTIME_DIR/bus"
try "reach the user manager" reaches "$XDG_RUNTIME_DIR/systemd/private"
try "start a unit" systemd-run --user --quiet true
try "a Unix socket" opens AF_UNIX
try "an Internet socket" opens AF_INET
try "an IPv6 socket" opens AF_INET6
try "a netlink socket" opens 16
# io_uring_setup, whose operations no filter of address families sees.
# shellcheck disable=SC2016 # `$p` is a variable of Perl
try "a ring of system calls" perl -e 'my $p = "\0" x 120; exit(syscall(425, 1, $p) == -1 ? 1 : 0)'
try "memory that is written and run" call $mmap 0 4096 7 34 -1 0
try "memory that is only written" call $mmap 0 4096 3 34 -1 0
try "another personality" call $personality 8
try "a namespace" unshare --user true
try "a program that is someone else" chmod u+s "${1:-/tmp/probe}"
[ -z "${CREDENTIALS_DIRECTORY:-}" ] || try "read the credential" grep hunter2 "$CREDENTIALS_DIRECTORY/libretranslate"
# All that can be read of the home, without the directories.
find ~ ! -type d -readable -printf 'readable: ~/%P\n' 2>/dev/null | LC_ALL=C sort

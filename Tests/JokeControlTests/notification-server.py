#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A desktop's session of its own, with a message bus and, unless "none", a notification server of these capabilities.

notification-server.py DIRECTORY CAPABILITIES

If the capabilities begin with "later", the server starts with `start`. Says `ready`, then answers each line that it
reads with a line:
    start           starts the server
    shown N         the Nth notification that came, as JSON; waits for it
    press ID KEY    presses a button
    close ID        closes a notification
    closed          the number of the notification that was asked to be closed; waits for it
    opened          what the card on the desktop was asked to do, as JSON; waits for it
Ends at the end of its input.
"""
import json
import subprocess
import sys
import time

import dbus

SERVICE, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
CARD, CARD_PATH = "io.github.jokesd.Card", "/io/github/jokesd/Card"
# No directory of services: nothing that happens to be installed here is started.
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=%s</listen><auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""


def until(what, attempt):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        found = attempt()
        if found is not None:
            return found
        time.sleep(0.02)
    sys.exit(f"it did not come to this: {what}")


def connected(address):
    try:
        return dbus.bus.BusConnection(address)
    except dbus.DBusException:
        return None


def plain(value):
    if isinstance(value, dict):
        return {str(name): plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return int(value) if isinstance(value, int) else str(value)


def notification(mock, number):
    calls = mock.GetMethodCalls("Notify")
    if len(calls) < number:
        return None
    names = ["app", "replaces", "icon", "summary", "body", "actions", "hints"]
    return dict(zip(names, plain(list(calls[number - 1][1]))))


def server(bus):
    children.append(
        subprocess.Popen(
            [sys.executable, "-m", "dbusmock", "--session", "--template", "notification_daemon", "--parameters",
             json.dumps({"capabilities": capabilities.removeprefix("later ")})],
            env={"DBUS_SESSION_BUS_ADDRESS": address}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
    until("a server", lambda: bus.name_has_owner(SERVICE) or None)
    return dbus.Interface(bus.get_object(SERVICE, PATH), "org.freedesktop.DBus.Mock")


directory, capabilities = sys.argv[1:]
address = f"unix:path={directory}/bus"
with open(f"{directory}/bus.conf", "w") as file:
    file.write(CONFIGURATION % f"{directory}/bus")
children = [subprocess.Popen(["dbus-daemon", f"--config-file={directory}/bus.conf", "--nofork"], stdin=subprocess.DEVNULL)]
try:
    bus = until("a bus", lambda: connected(address))
    mock = None
    if capabilities != "none" and not capabilities.startswith("later"):
        mock = server(bus)
    card = None
    if "card" in capabilities:
        children.append(
            subprocess.Popen(
                [sys.executable, "-m", "dbusmock", "--session", CARD, CARD_PATH, "org.freedesktop.Application"],
                env={"DBUS_SESSION_BUS_ADDRESS": address}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
        until("a card", lambda: bus.name_has_owner(CARD) or None)
        card = dbus.Interface(bus.get_object(CARD, CARD_PATH), "org.freedesktop.DBus.Mock")
        card.AddMethod("org.freedesktop.Application", "ActivateAction", "sava{sv}", "", "")
    print("ready", flush=True)
    for line in sys.stdin:
        command, *words = line.split()
        if command == "start":
            mock = server(bus)
            print("done", flush=True)
            continue
        if command == "shown":
            found = until("a notification", lambda: notification(mock, int(words[0])))
            print(json.dumps(found, ensure_ascii=False), flush=True)
            continue
        if command == "closed":
            calls = until("the close of a notification", lambda: mock.GetMethodCalls("CloseNotification") or None)
            print(int(calls[0][1][0]), flush=True)
            continue
        if command == "opened":
            calls = until("an action of the card", lambda: card.GetMethodCalls("ActivateAction") or None)
            print(json.dumps(plain(list(calls[0][1])), ensure_ascii=False), flush=True)
            continue
        if command == "press":
            mock.EmitSignal(SERVICE, "ActionInvoked", "us", [dbus.UInt32(words[0]), words[1]])
        else:
            mock.EmitSignal(SERVICE, "NotificationClosed", "uu", [dbus.UInt32(words[0]), dbus.UInt32(2)])
        print("done", flush=True)
finally:
    for child in reversed(children):
        child.kill()
        child.wait()

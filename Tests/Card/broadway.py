# SPDX-License-Identifier: MIT
"""The browser's side of GTK's Broadway, as far as a finger on a window needs it.

gtk4-broadwayd is a display server whose screen and input devices are a page in a browser. Xvfb has no touch screen, but
a page may have one. Each message from the server is a series of commands in little-endian order, each of them an
operation, a serial number and arguments. Each message to the server is an event: big-endian numbers of 32 bits, the
first of which are its kind, a serial number and its time in milliseconds.
"""
import base64
import os
import struct

# Operations, with the format of their arguments. Two more end with data, whose length is the second argument.
GRAB, UNGRAB, NEW, SHOW, MOVE, TEXTURE, NODES, ROUNDTRIP = 0, 1, 2, 3, 8, 13, 15, 16
FORMATS = {GRAB: "HB", UNGRAB: "", NEW: "HhhHH", SHOW: "H", 4: "H", 5: "H", 6: "H", 7: "H", 9: "HH", 10: "", 12: "H",
           14: "I", ROUNDTRIP: "HI"}
SIZES = {TEXTURE: ("II", 1), NODES: ("HI", 4)}
# Events.
TOUCH, KEY_PRESSED, KEY_RELEASED, GRABBED, UNGRABBED, CONFIGURED, SCREEN_SIZE, ROUNDTRIP_DONE = 5, 7, 8, 9, 10, 11, 12, 14
BEGIN, UPDATE, END = 0, 1, 2


class Browser:
    """A page that shows one window."""

    def __init__(self, connection):
        self.connection, self.buffer = connection, b""
        # The places and the sizes of windows, and the number of the one that was shown last.
        self.boxes, self.window, self.frames = {}, None, 0
        # The time of the last event, in milliseconds, and the finger that is the pointer, too: the first one.
        self.time, self.pointer = 1, None
        key = base64.b64encode(os.urandom(16)).decode()
        connection.sendall((
            "GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: broadway\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        ).encode())
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += connection.recv(1 << 16) or b"\r\n\r\n"
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head
        self.send(SCREEN_SIZE, 1200, 900, 1)

    def read(self, *_):
        """Reads and answers what the server has sent. Returns whether it is still there."""
        data = self.connection.recv(1 << 20)
        self.buffer += data
        while (message := self.message()) is not None:
            self.obey(message)
        return bool(data)

    def message(self):
        """Removes a whole message from the buffer and returns it, or returns None."""
        if len(self.buffer) < 2:
            return None
        size = self.buffer[1]
        start = {126: 4, 127: 10}.get(size, 2)
        if start > 2:
            size = int.from_bytes(self.buffer[2:start], "big")
        if len(self.buffer) < start + size:
            return None
        message, self.buffer = self.buffer[start:start + size], self.buffer[start + size:]
        return message

    def obey(self, message):
        place = 0

        def take(form):
            nonlocal place
            values = struct.unpack_from("<" + form, message, place)
            place += struct.calcsize("<" + form)
            return values

        while place < len(message):
            operation, _ = take("BI")
            if operation in SIZES:
                form, unit = SIZES[operation]
                _, count = take(form)
                place += count * unit
                self.frames += operation == NODES
            elif operation == MOVE:
                number, parts = take("HB")
                box = self.boxes[number]
                if parts & 1:
                    box[:2] = take("hh")
                if parts & 2:
                    box[2:] = take("HH")
                self.send(CONFIGURED, number, *box)
            else:
                values = take(FORMATS[operation])
                if operation == NEW:
                    self.boxes[values[0]] = list(values[1:])
                    self.send(CONFIGURED, *values)
                elif operation == SHOW:
                    self.window = values[0]
                elif operation == ROUNDTRIP:
                    self.send(ROUNDTRIP_DONE, *values)
                elif operation in (GRAB, UNGRAB):
                    self.send(GRABBED if operation == GRAB else UNGRABBED, 0)

    def send(self, kind, *values):
        data = struct.pack(f">{3 + len(values)}i", kind, 0, self.time, *values)
        # A message of a client is masked. This mask changes nothing.
        self.connection.sendall(bytes([0x82, 0x80 | len(data)]) + bytes(4) + data)

    def key(self, code):
        self.send(KEY_PRESSED, code, 0)
        self.send(KEY_RELEASED, code, 0)

    def touch(self, phase, x=0, y=0, finger=1, pause=10):
        """Puts a finger on the window, moves or lifts it, at a distance from the middle in pixels.

        GTK measures the speed of a hand by the times of its events. So it does not depend on that of the machine, and
        the pause in milliseconds is only in these times.
        """
        left, top, width, height = self.boxes[self.window]
        x, y = width // 2 + x, height // 2 + y
        if self.pointer is None and phase == BEGIN:
            self.pointer = finger
        self.time += pause
        self.send(TOUCH, phase, self.window, finger, finger == self.pointer, left + x, top + y, x, y, 0)
        if finger == self.pointer and phase == END:
            self.pointer = None

    def slide(self, start, end, steps=8, **details):
        """Moves a finger that is on the window from a position to another one."""
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step // steps for a, b in zip(start, end))
            self.touch(UPDATE, x, y, **details)

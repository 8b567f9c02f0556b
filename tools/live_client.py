"""A served machine and the client's side of its WebSocket, with Python's standard library alone, for the tools beside this file."""
import base64
import json
import os
import re
import socket
import struct
import subprocess
import threading


class Socket:
    """Text messages, no fragments; pings are answered."""

    def __init__(self, port, timeout=None):
        self.link = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        key = base64.b64encode(os.urandom(16)).decode()
        self.link.sendall(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.rest = b""
        self.lock = threading.Lock()
        while b"\r\n\r\n" not in self.rest:
            more = self.link.recv(65536)
            if not more:
                raise ConnectionError("closed")
            self.rest += more
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.split(b"\r\n")[0].decode(errors="replace"))

    def send(self, message):
        self.send_frame(json.dumps(message).encode(), 1)

    def send_frame(self, data, opcode):
        mask = os.urandom(4)
        head = bytes([0x80 | opcode]) + (bytes([0x80 | len(data)]) if len(data) < 126 else
                                         bytes([0xFE]) + struct.pack(">H", len(data)))
        body = (int.from_bytes(data, "big") ^ int.from_bytes((mask * (len(data) // 4 + 1))[:len(data)], "big")).to_bytes(len(data), "big")
        with self.lock:
            self.link.sendall(head + mask + body)

    def take(self, count):
        while len(self.rest) < count:
            more = self.link.recv(1 << 20)
            if not more:
                raise ConnectionError("closed")
            self.rest += more
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def receive(self):
        first, length = self.take(2)
        length &= 0x7F
        if length == 126:
            length = struct.unpack(">H", self.take(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.take(8))[0]
        data = self.take(length)
        if first & 0x0F == 9:
            self.send_frame(data, 10)
        return json.loads(data) if first & 0x0F == 1 else {"type": ""}

    def kill(self):
        """Without a word: the other side gets a reset."""
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.link.close()


class Server:
    """`bramah serve` on a free port of this computer."""

    def __init__(self, program, model, *words):
        self.process = subprocess.Popen([program, "serve", str(model), "--port", "0", *words],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        found = re.search(r":(\d+)", self.process.stdout.readline().partition("http://")[2])
        if not found:
            raise RuntimeError(self.process.stderr.read().strip())
        self.port = int(found[1])
        self.said = []
        self.listener = threading.Thread(target=lambda: self.said.extend(self.process.stderr), daemon=True)
        self.listener.start()

    def resident(self):
        """[MB] in memory."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6

    def alive(self):
        return self.process.poll() is None

    def stop(self):
        """What it printed, and its exit code."""
        if self.alive():
            self.process.terminate()
        text = self.process.stdout.read()
        return text, self.process.wait()

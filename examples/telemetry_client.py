#!/usr/bin/env python3
"""Joins a served machine: reads a channel, moves a lever. Python's standard library alone.
bramah serve MODEL & python3 telemetry_client.py [PORT [CHANNEL [LEVER VALUE]]]"""
import base64, hashlib, json, os, socket, struct, sys

PORT = int(sys.argv[1]) if len(sys.argv) > 1 else 8655
key = base64.b64encode(os.urandom(16)).decode()
server = socket.create_connection(("127.0.0.1", PORT), timeout=10)
server.sendall((f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
stream = server.makefile("rb")
answer = b"".join(iter(stream.readline, b"\r\n")).decode()
proof = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
assert " 101 " in answer and proof.decode() in answer, answer


def send(message, opcode=1):  # one frame, masked as RFC 6455 asks of clients
    data, mask = message if opcode != 1 else json.dumps(message).encode(), os.urandom(4)
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
    server.sendall(bytes([0x80 | opcode]) + length + mask + bytes(b ^ mask[k % 4] for k, b in enumerate(data)))


def receive():
    while True:
        opcode, length = (byte & 0x7f for byte in stream.read(2))
        if length > 125:
            length = int.from_bytes(stream.read(2 if length == 126 else 8), "big")
        data = stream.read(length)
        if opcode == 9:  # ping: answer it, or the server takes us for lost
            send(data, opcode=10)
        elif opcode == 1:
            return json.loads(data)


send({"type": "hello", "protocol": 2, "name": "example"})
hello = receive()
channel = sys.argv[2] if len(sys.argv) > 2 else hello["model"]["channels"][0]["name"]
print(f"{hello['model']['name']}: client {hello['id']}, {hello['role']}; showing {channel}")
send({"type": "subscribe", "channels": [channel], "rate": 10})
if len(sys.argv) > 4:
    send({"type": "inputs", "values": {sys.argv[3]: float(sys.argv[4])}})
for message in (receive() for _ in range(60)):
    if message["type"] == "frame" and len(message["values"]) == 1:
        print(f"t = {message['t']:.3f} s   {channel} = {message['values'][0]:.6g}")
    elif message["type"] in ("error", "bye"):
        sys.exit(str(message))

"""A server to test and the least of a WebSocket client (RFC 6455) to talk to it; BANYAN names the program."""

import base64
import json
import os
import signal
import socket
import struct
import subprocess
import tempfile
import urllib.parse

BANYAN = os.environ.get("BANYAN", "banyan")
PATIENCE = int(os.environ.get("BANYAN_PATIENCE", "1"))  # how many times longer things may take: sanitizers are slow


class Server:
    def __init__(self, *words, data="none", **settings):
        """Starts it with these words on its command line; `settings` go to Popen."""
        self.messages = tempfile.TemporaryFile(mode="w+")
        self.process = subprocess.Popen([BANYAN, "serve", "--port", "0", "--json", "--data", data, *words],
                                        stdout=subprocess.PIPE, stderr=self.messages, text=True, **settings)
        text = ""
        while not text.endswith("}\n"):
            line = self.process.stdout.readline()
            if not line:
                self.process.wait()
                raise RuntimeError(f"the server did not start: {self.said()}")
            text += line
        self.document = json.loads(text)
        self.url = urllib.parse.urlsplit(self.document["url"])
        self.port = self.url.port
        self.host = f"127.0.0.1:{self.port}"

    def said(self):
        """What it wrote to standard error."""
        if not self.messages.closed:
            self.messages.seek(0)
            self.last_said = self.messages.read()
        return self.last_said

    def stop(self, wait=10, by=signal.SIGTERM):
        """Asks it to end; answers its exit code."""
        self.process.send_signal(by)
        try:
            return self.process.wait(wait * PATIENCE)
        finally:
            self.process.kill()
            self.process.stdout.close()
            self.said()
            self.messages.close()

    def connect(self, receive_buffer=None):
        """A connection; with so many bytes to hold what is not read yet."""
        connection = socket.socket()
        connection.settimeout(20 * PATIENCE)
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.connect(("127.0.0.1", self.port))
        return connection

    def raw(self, request):
        """Sends these bytes; answers the status and the whole answer."""
        with self.connect() as connection:
            connection.sendall(request)
            answer = b""
            while chunk := connection.recv(65536):
                answer += chunk
        return int(answer.split(b" ", 2)[1]) if answer else None, answer

    def ask(self, method, target, body=b"", **headers):
        lines = {"Host": self.host, "Connection": "close", "Content-Length": len(body)}
        lines.update({name.replace("_", "-"): value for name, value in headers.items()})
        head = f"{method} {target} HTTP/1.1\r\n" + "".join(f"{n}: {v}\r\n" for n, v in lines.items()) + "\r\n"
        status, answer = self.raw(head.encode() + body)
        return status, answer.partition(b"\r\n\r\n")[2]


class Live:
    """A WebSocket connection."""

    def __init__(self, server, query="", connection=None, **headers):
        self.socket = connection or server.connect()
        lines = {"Host": server.host, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": 13,
                 "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **headers}
        head = f"GET /api/v1/live{query} HTTP/1.1\r\n" + "".join(f"{n}: {v}\r\n" for n, v in lines.items()) + "\r\n"
        self.socket.sendall(head.encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.receive()
        answer, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(answer.split(b" ", 2)[1])
        self.last_id = 0

    def receive(self):
        chunk = self.socket.recv(65536)
        if not chunk:
            raise ConnectionError("closed")
        return chunk

    def take(self, count):
        while len(self.buffer) < count:
            self.buffer += self.receive()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def send(self, document, opcode=1):
        text = document if isinstance(document, bytes) else json.dumps(document).encode()
        size = (struct.pack("!B", 0x80 | len(text)) if len(text) < 126
                else struct.pack("!BH", 0x80 | 126, len(text)) if len(text) < 65536
                else struct.pack("!BQ", 0x80 | 127, len(text)))
        self.socket.sendall(bytes([0x80 | opcode]) + size + bytes(4) + text)  # a mask of zeros changes nothing

    def read(self):
        """The next message, of one frame or several; frames that only keep the connection are answered."""
        message = b""
        while True:
            first, size = self.take(2)
            size &= 0x7F
            if size == 126:
                size, = struct.unpack("!H", self.take(2))
            elif size == 127:
                size, = struct.unpack("!Q", self.take(8))
            content = self.take(size)
            if first & 0x0F == 8:
                raise ConnectionError(f"closed with {struct.unpack('!H', content[:2])[0] if content else None}")
            if first & 0x0F == 9:  # whether it is still there
                self.socket.sendall(bytes([0x8A, 0x80 | size]) + bytes(4) + content)
            if first & 0x0F in (0, 1):
                message += content
                if first & 0x80:
                    return json.loads(message)

    def ask(self, what, **fields):
        self.last_id += 1
        self.send({"do": what, "id": self.last_id, **fields})
        while True:
            message = self.read()
            if message.get("answer") == self.last_id:
                return message

    def wait_for(self, event):
        while True:
            message = self.read()
            if message.get("event") == event:
                return message

    def close(self):
        self.socket.close()

# SPDX-License-Identifier: GPL-3.0-or-later
"""What each proxy of a language model must do that settles what it has reserved, before a model that is made up."""

import http.client
import http.server
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.parse

PATIENCE = 30  # seconds


def reset_when_closed(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class Model(http.server.BaseHTTPRequestHandler):
    """Answers with as many tokens as the path says, a line and a chunk for each; `then` says that after half of them it waits to be told of each
    further one, or to break off."""

    protocol_version = "HTTP/1.1"
    told = threading.Semaphore(0)

    def do_GET(self):
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(self.path).query))
        tokens, then = int(asked["tokens"]), asked.get("then")
        self.close_connection = True
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Connection", "close")
        self.end_headers()
        for number in range(tokens):
            if number >= tokens // 2 and then:
                if not self.told.acquire(timeout=PATIENCE):
                    return
                if then == "breaks":
                    return reset_when_closed(self.connection)
            line = b"token %d\n" % number
            try:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
            except ConnectionError:  # the proxy wants no more of it
                return
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_):
        pass


class ModelServer(http.server.ThreadingHTTPServer):
    def shutdown_request(self, request):
        self.close_request(request)  # which is all, so that a connection can also be reset


class Answer:
    """What the proxy streams on; it may be left before its end."""

    def __init__(self, address, user, most, tokens, then=""):
        self.connection = http.client.HTTPConnection(address, timeout=PATIENCE)
        query = urllib.parse.urlencode({"max_tokens": most, "tokens": tokens, "then": then})
        self.connection.request("GET", f"/answer?{query}", headers={"X-User": user})
        self.socket = self.connection.sock
        self.response = self.connection.getresponse()
        self.status = self.response.status

    def lines(self, count):
        return sum(self.response.readline() != b"" for _ in range(count))

    def rest(self):
        """How many more lines come, also where the answer is cut off."""
        lines = 0
        try:
            while self.response.readline():
                lines += 1
        except (http.client.HTTPException, ConnectionError):
            pass
        return lines

    def leave(self):
        """At once, so that the proxy notices when it writes the next time."""
        reset_when_closed(self.socket)
        self.response.close()
        self.connection.close()


class User:
    """Of a proxy: one for each part of the proof, as what is used is forgotten after a minute."""

    def __init__(self, name, address, inspect):
        self.name = name
        self.address = address
        self.inspect = inspect

    def ask(self, most, tokens, then=""):
        return Answer(self.address, self.name, most, tokens, then)

    def asks(self, most, tokens):
        answer = self.ask(most, tokens)
        return answer.rest() if answer.status == 200 else answer.status

    def rule(self):
        return self.inspect(f"rw:{{{self.name}}}:llm:log")["rules"][0]

    def stands(self, used, reserved=0):
        """As a console shows it, and before long: an answer may end a moment before it is settled."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            rule = self.rule()
            if (rule["used"], rule["reserved"]) == (used, reserved):
                return True
        return False

    def check(self, condition, what):
        if not condition:
            sys.exit(f"not so: {what} ({self.name}: {self.rule()})")


def settles(alice):
    alice.check(alice.asks(900, 30) == 30 and alice.stands(30), "what was reserved is settled to what it has cost")
    alice.check(alice.asks(900, 100) == 100 and alice.stands(130), "so the next one has room")
    alice.check(alice.asks(900, 1) == 429 and alice.stands(130), "a reservation that does not fit is denied, and charges nothing")
    alice.check(alice.asks(5, 1200) == 1200 and alice.stands(1330), "more than was reserved is charged, above the limit")
    alice.check(alice.asks(1, 1) == 429, "and the next ones wait")


def shows_what_is_reserved(bob):
    answer = bob.ask(500, 20, "waits")
    bob.check(answer.lines(10) == 10 and bob.stands(500, 500), "what is reserved is shown while the answer comes")
    Model.told.release(10)
    bob.check(answer.rest() == 10 and bob.stands(20), "and nothing is when it has ended")


def settles_when_the_model_breaks_off(carol):
    answer = carol.ask(500, 20, "breaks")
    carol.check(answer.lines(10) == 10 and carol.stands(500, 500), "what is reserved is shown before the model breaks off")
    Model.told.release()
    carol.check(answer.rest() == 0 and carol.stands(10), "where the model breaks off, what has come until then is settled")


def settles_when_the_client_leaves(dave):
    """The model goes on, but is not read to its end."""
    answer = dave.ask(500, 400, "waits")
    dave.check(answer.lines(200) == 200 and dave.stands(500, 500), "what is reserved is shown before the client leaves")
    answer.leave()
    told = 0
    while dave.rule()["reserved"] != 0 and told < 199:
        told += 1
        Model.told.release()
    used = dave.rule()["used"]
    dave.check(dave.stands(used) and 200 <= used <= 200 + told < 399, "where the client leaves, what has come until then is settled")


def prove_proxy(command_for, inspect, **options):
    """`command_for` the model's port starts a proxy of 1000 tokens a minute, which prints its address; `inspect` tells what `ratewarden-ctl
    inspect --json` says of a key."""
    model = ModelServer(("127.0.0.1", 0), Model)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    proxy = subprocess.Popen(command_for(model.server_port), stdout=subprocess.PIPE, text=True, **options)
    try:
        address = urllib.parse.urlparse(proxy.stdout.readline().strip()).netloc
        settles(User("alice", address, inspect))
        shows_what_is_reserved(User("bob", address, inspect))
        settles_when_the_model_breaks_off(User("carol", address, inspect))
        settles_when_the_client_leaves(User("dave", address, inspect))
    finally:
        proxy.kill()
        proxy.wait(10)
        model.shutdown()

# SPDX-License-Identifier: GPL-3.0-or-later
"""What each proxy of a language model must do that settles what it has reserved, before a model that is made up."""

import http.server
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request


class Model(http.server.BaseHTTPRequestHandler):
    """Answers with as many tokens as the path says, a line for each."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        for number in range(int(urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)["tokens"][0])):
            self.wfile.write(b"token %d\n" % number)
            self.wfile.flush()

    def log_message(self, *_):
        pass


def prove_proxy(command_for, used, **options):
    """`command_for` the model's port starts a proxy of 1000 tokens a minute, which prints its address; `used` tells what alice has used."""

    def check(condition, what):
        if not condition:
            sys.exit(f"not so: {what} (used: {used()})")

    model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    proxy = subprocess.Popen(command_for(model.server_port), stdout=subprocess.PIPE, text=True, **options)

    def ask(most, tokens):
        request = urllib.request.Request(f"{url}/answer?max_tokens={most}&tokens={tokens}", headers={"X-User": "alice"})
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return len(response.read().splitlines())
        except urllib.error.HTTPError as error:
            return error.code

    try:
        url = proxy.stdout.readline().strip()
        check(ask(900, 30) == 30 and used() == 30, "what was reserved is settled to what it has cost")
        check(ask(900, 100) == 100 and used() == 130, "so the next one has room")
        check(ask(900, 1) == 429 and used() == 130, "a reservation that does not fit is denied, and charges nothing")
        check(ask(5, 1200) == 1200 and used() == 1330, "more than was reserved is charged, above the limit")
        check(ask(1, 1) == 429, "and the next ones wait")
    finally:
        proxy.kill()
        proxy.wait(10)
        model.shutdown()

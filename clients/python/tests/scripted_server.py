"""A server that gives the next answer of a script, and remembers what was asked."""
from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import sleep  # Bound here, because tests replace time.sleep.


class Answer:
    def __init__(self, status=200, data=(), *, text=None, media_type="application/json", **headers):
        self.status = status
        self.text = json.dumps(dict(data)) if text is None else text
        self.headers = {"Content-Type": media_type}
        self.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
        self.open_seconds = 0.0
        """Seconds until the connection closes after the text."""


def refusal(status, code, **headers):
    return Answer(status, {"detail": {"code": code, "message": "No."}}, **headers)


def events(*ids, open_seconds=0.0):
    lines = "".join(f'id: {each}\nevent: rates\ndata: {{"fiat": "{each}"}}\n\n' for each in ids)
    answer = Answer(text=f": hello\nretry: 1000\n\n{lines}", media_type="text/event-stream")
    answer.open_seconds = open_seconds
    return answer


@contextmanager
def scripted(*answers):
    """Yields the address, and the list of requests. The last answer is given again and again."""
    script, asked = list(answers), []

    class Handler(BaseHTTPRequestHandler):
        def answer(self):
            length = int(self.headers.get("Content-Length") or 0)
            asked.append((self.command, self.path, self.headers, self.rfile.read(length)))
            now = script.pop(0) if len(script) > 1 else script[0]
            self.send_response(now.status)
            for name, value in now.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(now.text.encode())
            self.wfile.flush()
            sleep(now.open_seconds)

        do_GET = do_POST = do_PATCH = do_DELETE = answer

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads, server.block_on_close = True, False
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()

"""`wandb sync` uploads the event files. Its server is a stand-in on this machine that keeps what it is sent."""

import gzip
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

BUCKET = {
    "id": "bucket",
    "name": "run",
    "displayName": "run",
    "description": "",
    "config": "{}",
    "sweepName": None,
    "historyLineCount": 0,
    "project": {"id": "project", "name": "fettle", "entity": {"id": "entity", "name": "me"}},
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        if self.path.endswith("/file_stream"):
            self.server.streamed.append(json.loads(body))
        answer = {"data": {"upsertBucket": {"bucket": BUCKET, "inserted": True}}} if b"UpsertBucket" in body else {}
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.streamed = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def test_wandb_sync_uploads_the_curves(run, server, tmp_path):
    environment = {
        **os.environ,
        "WANDB_BASE_URL": f"http://127.0.0.1:{server.server_port}",
        "WANDB_API_KEY": "0" * 40,
        "WANDB_ERROR_REPORTING": "false",
        "HOME": str(tmp_path),
    }
    command = [Path(sys.executable).parent / "wandb", "sync", "--legacy", "-p", "fettle", "-e", "me"]
    subprocess.run(
        [*command, run.folder / "tensorboard"], env=environment, cwd=tmp_path, check=True, capture_output=True, timeout=300
    )
    rows = [
        json.loads(line)
        for message in server.streamed
        for line in message.get("files", {}).get("wandb-history.jsonl", {}).get("content", [])
    ]
    sent = {}
    for row in rows:
        for name, value in row.items():
            if "/" in name and name != "tensorboard/global_step":
                sent.setdefault(name.removeprefix("tensorboard/"), []).append((row["global_step"], value))
    assert sent == run.curves()

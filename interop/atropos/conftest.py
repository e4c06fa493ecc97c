"""Processes of the tests: our server, the original's, the stand-in for SGLang. `run.ts` names the programs."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import requests

here = Path(__file__).parent
fettle = json.loads(os.environ.get("FETTLE_COMMAND", '["node", "dist/cli/main.js"]'))


def address(process):
    """Reads lines until one is JSON with an address."""
    for line in process.stdout:
        if line.startswith("{"):
            return json.loads(line)["url"]
    raise RuntimeError(f"{process.args} ended with {process.wait()}")


class Running:
    def __init__(self, *command, **environment):
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}
        )

    def __enter__(self):
        return self.process

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


@pytest.fixture
def tokenizer():
    return os.environ["TOKENIZER"]


@pytest.fixture
def ours(tmp_path):
    """Address of our Rollout API server."""
    with Running(*fettle, "run-api", "--port", "0", "--folder", str(tmp_path / "api"), "--json") as process:
        yield address(process)


@pytest.fixture
def original():
    """Address of the original's Rollout API server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "atroposlib.cli.run_api", "--host", "127.0.0.1", "--port", str(port)]
    url = f"http://127.0.0.1:{port}"
    with Running(*command):
        for _ in range(300):
            try:
                requests.get(f"{url}/info", timeout=1)
                break
            except requests.ConnectionError:
                time.sleep(0.1)
        yield url


@pytest.fixture
def generator(tokenizer):
    """Address of the stand-in for SGLang."""
    with Running(sys.executable, str(here / "standin.py"), tokenizer) as process:
        yield address(process)


def environment(rollouts, generator, tokenizer, total_steps=-1):
    """The environment on atroposlib's BaseEnv, as a process. -1: as many steps as the trainer says."""
    return Running(
        sys.executable,
        str(here / "environment.py"),
        "serve",
        ROLLOUT_URL=rollouts,
        GENERATE_URL=generator,
        TOKENIZER=tokenizer,
        TOTAL_STEPS=str(total_steps),
        HF_HUB_OFFLINE="1",
        WANDB_MODE="disabled",
    )


class Trainer:
    """The calls of Atropos' example trainer."""

    def __init__(self, url, batch_size, num_steps):
        self.url = url
        answer = requests.post(
            f"{url}/register",
            json={
                "wandb_group": "interop",
                "wandb_project": "fettle",
                "batch_size": batch_size,
                "max_token_len": 640,
                "checkpoint_dir": "checkpoints",
                "save_checkpoint_interval": 0,
                "starting_step": 0,
                "num_steps": num_steps,
            },
            timeout=10,
        )
        assert isinstance(answer.json()["uuid"], int)

    def batch(self, patience=60):
        ends = time.monotonic() + patience
        while time.monotonic() < ends:
            data = requests.get(f"{self.url}/batch", timeout=10).json()
            if data["batch"] is not None:
                return data["batch"]
            time.sleep(0.1)
        raise AssertionError(f"no batch within {patience} s")

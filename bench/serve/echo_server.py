"""The peer: an OpenEnv server, from the Python package, whose environment only echoes. Prints its URL once it listens."""

import json
import socket
import sys

import uvicorn
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State


class EchoAction(Action):
    message: str


class EchoObservation(Observation):
    message: str


class EchoEnvironment(Environment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self):
        self._state = State()

    def reset(self, seed=None, episode_id=None, **kwargs):
        self._state = State(episode_id=episode_id, step_count=0)
        return EchoObservation(message="ready", reward=None, done=False)

    def step(self, action, timeout_s=None, **kwargs):
        self._state.step_count += 1
        return EchoObservation(message=action.message, reward=0.0, done=False)

    @property
    def state(self):
        return self._state


if __name__ == "__main__":
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    app = create_app(EchoEnvironment, EchoAction, EchoObservation, max_concurrent_envs=int(sys.argv[1]))
    config = uvicorn.Config(app, log_level="warning", backlog=4096)
    print(json.dumps({"url": f"http://127.0.0.1:{listener.getsockname()[1]}"}), flush=True)
    uvicorn.Server(config).run(sockets=[listener])

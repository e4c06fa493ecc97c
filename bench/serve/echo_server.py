"""
The peers: OpenEnv servers, from the Python package, whose environments only echo. Prints its URL once it listens.

    python echo_server.py tool|plain SESSIONS

`tool` is made as the echo environment of the OpenEnv project is: an MCP environment whose tool returns its argument.
`plain` is the least there can be: no tools, no protocol within the protocol.
"""

import json
import socket
import sys

import uvicorn
from fastmcp import FastMCP
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.mcp_environment import MCPEnvironment
from openenv.core.env_server.mcp_types import CallToolAction, CallToolObservation
from openenv.core.env_server.types import Action, Observation, State


class EchoAction(Action):
    message: str


class EchoObservation(Observation):
    message: str


class PlainEcho(Environment):
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


class ToolEcho(MCPEnvironment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self):
        tools = FastMCP("echo")

        @tools.tool
        def echo_message(message: str) -> str:
            """Return the message."""
            return message

        super().__init__(tools)
        self._state = State()

    def reset(self, seed=None, episode_id=None, **kwargs):
        self._state = State(episode_id=episode_id, step_count=0)
        return Observation(reward=0.0, done=False)

    def _step_impl(self, action, timeout_s=None, **kwargs):
        raise ValueError("The environment has tools only.")

    async def step_async(self, action, timeout_s=None, **kwargs):
        self._state.step_count += 1
        return await super().step_async(action, timeout_s=timeout_s, **kwargs)

    @property
    def state(self):
        return self._state


PEERS = {
    "tool": (ToolEcho, CallToolAction, CallToolObservation),
    "plain": (PlainEcho, EchoAction, EchoObservation),
}

if __name__ == "__main__":
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    app = create_app(*PEERS[sys.argv[1]], env_name="echo", max_concurrent_envs=int(sys.argv[2]))
    config = uvicorn.Config(app, log_level="warning", backlog=4096)
    print(json.dumps({"url": f"http://127.0.0.1:{listener.getsockname()[1]}"}), flush=True)
    uvicorn.Server(config).run(sockets=[listener])

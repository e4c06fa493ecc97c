"""OpenEnv's tool client: a session over HTTP, its socket attached to it."""

import asyncio

import pytest
from openenv.core.mcp_client import MCPToolClient


def test_the_tool_client_shares_its_session_between_socket_and_http(url, oracle):
    async def scenario():
        for episode in oracle[::5]:
            async with MCPToolClient(base_url=url) as client:
                await client.reset(**episode["reset"])
                (tool,) = await client.list_tools()
                assert tool.name == "submit" and tool.input_schema["type"] == "object"
                for action in episode["actions"]:
                    result = await client.call_tool("submit", **action)
                assert (result["reward"], result["done"]) == (1, True)
                assert (await client.state()).step_count == len(episode["actions"])
                with pytest.raises(RuntimeError, match="Tool not found"):
                    await client.call_tool("no-such-tool")

    asyncio.run(scenario())


def test_sessions_end_with_their_clients(small_url):
    async def scenario():
        for _ in range(6):
            async with MCPToolClient(base_url=small_url) as client:
                await client.reset()
                await client.list_tools()
            await asyncio.sleep(0.1)

    asyncio.run(scenario())

"""Capacity, bad frames and abrupt disconnects, on the wire."""

import asyncio
import json
import time

import httpx
import pytest
from openenv import GenericEnvClient
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def socket_of(url):
    return url.replace("http", "ws", 1) + "/ws"


def test_a_full_server_says_so_and_has_room_again(small_url):
    first = GenericEnvClient(base_url=small_url).sync()
    second = GenericEnvClient(base_url=small_url).sync()
    first.reset()
    second.reset()
    with pytest.raises(RuntimeError, match="2/2 sessions active.*CAPACITY_REACHED"):
        GenericEnvClient(base_url=small_url).sync().reset()
    first.close()
    time.sleep(0.5)
    third = GenericEnvClient(base_url=small_url).sync()
    assert third.reset().done is False
    second.close()
    third.close()


def test_the_capacity_answer_comes_after_accept_and_closes_with_1000(small_url):
    async def scenario():
        async with connect(socket_of(small_url)) as a, connect(socket_of(small_url)) as b:
            for socket in (a, b):
                await socket.send('{"type":"reset"}')
                await socket.recv()
            async with connect(socket_of(small_url)) as refused:
                answer = json.loads(await refused.recv())
                assert answer["type"] == "error"
                assert answer["data"]["code"] == "CAPACITY_REACHED"
                assert (answer["data"]["active_sessions"], answer["data"]["max_sessions"]) == (2, 2)
                with pytest.raises(ConnectionClosed):
                    await refused.recv()
                assert refused.close_code == 1000

    asyncio.run(scenario())


BAD = [
    ("{bad", "INVALID_JSON"),
    ("", "INVALID_JSON"),
    (b"\x00\xff", "INVALID_JSON"),
    ('{"type":"step","data":{"affected_fields":NaN}}', "INVALID_JSON"),
    ("[1,2]", "VALIDATION_ERROR"),
    ("null", "VALIDATION_ERROR"),
    ('{"type":"foo"}', "UNKNOWN_TYPE"),
    ('{"type":"step"}', "VALIDATION_ERROR"),
    ('{"type":"step","data":[]}', "VALIDATION_ERROR"),
    ('{"type":"step","data":{"affected_fields":17}}', "VALIDATION_ERROR"),
    ('{"type":"state","data":{}}', "VALIDATION_ERROR"),
    ('{"type":"state","id":1}', "VALIDATION_ERROR"),
    ('{"type":"reset","data":{"seed":-1}}', "VALIDATION_ERROR"),
    ('{"type":"reset","data":{"seed":"abc"}}', "VALIDATION_ERROR"),
    ('{"type":"reset","data":{"task":"nope"}}', "VALIDATION_ERROR"),
    ("[" * 100_000 + "]" * 100_000, "VALIDATION_ERROR"),
]


def test_bad_frames_never_end_a_session(url):
    async def scenario():
        async with connect(socket_of(url)) as socket:
            await socket.send('{"type":"reset","data":{"seed":1,"episode_id":"kept"}}')
            await socket.recv()
            for frame, code in BAD:
                await socket.send(frame)
                answer = json.loads(await socket.recv())
                assert (answer["type"], answer["data"]["code"]) == ("error", code), frame[:60]
            await socket.send('{"type":"state"}')
            state = json.loads(await socket.recv())
            assert (state["data"]["episode_id"], state["data"]["step_count"]) == ("kept", 0)
            await socket.send('{"type":"close"}')
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code == 1000

    asyncio.run(scenario())


def test_abrupt_disconnects_free_their_slots(small_url):
    async def vanish():
        socket = await connect(socket_of(small_url))
        await socket.send('{"type":"reset"}')
        await socket.recv()
        await socket.send('{"type":"step","data":{}}')
        socket.transport.abort()

    async def scenario():
        for _ in range(10):
            await asyncio.gather(vanish(), vanish())
            await asyncio.sleep(0.3)
        async with connect(socket_of(small_url)) as socket:
            await socket.send('{"type":"reset"}')
            assert json.loads(await socket.recv())["type"] == "observation"

    asyncio.run(scenario())


def test_http_is_stateless(url):
    first = httpx.post(f"{url}/reset", json={"seed": 1}).json()
    assert first["reward"] is None and first["done"] is False
    assert httpx.get(f"{url}/state").json() == {"episode_id": None, "step_count": 0}
    refused = httpx.post(f"{url}/reset", json={"seed": -1})
    assert refused.status_code == 422 and refused.json()["detail"][0]["loc"] == ["seed"]
    assert httpx.post(f"{url}/step", json={}).status_code == 422


def test_task_api(url):
    (name,) = httpx.get(f"{url}/list_environments").json()
    assert [split["name"] for split in httpx.get(f"{url}/{name}/splits").json()] == ["train", "validation", "test"]
    count = httpx.post(f"{url}/{name}/num_tasks", json={"split": "test"}).json()["num_tasks"]
    task = httpx.post(f"{url}/{name}/task", json={"split": "test", "index": count - 1}).json()["task"]
    with GenericEnvClient(base_url=url).sync() as client:
        by_index = client.reset(split="test", index=count - 1)
        by_task = client.reset(**task)
        assert by_index.observation == by_task.observation
        assert by_index.observation["task"] == task["task"]

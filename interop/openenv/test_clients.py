"""OpenEnv's generic client, blocking and asynchronous, on every level."""

import asyncio

import pytest
from openenv import GenericEnvClient


def levels(episodes):
    return {episode["reset"]["task"] for episode in episodes}


def test_the_blocking_client_plays_every_level(url, oracle):
    assert len(levels(oracle)) >= 2
    with GenericEnvClient(base_url=url).sync() as client:
        for episode in oracle:
            first = client.reset(**episode["reset"])
            assert first.observation["task"] == episode["reset"]["task"]
            for action in episode["actions"]:
                result = client.step(action)
            assert result.done and result.reward == pytest.approx(episode["return"]) == 1


def test_the_asynchronous_client_plays_every_level_side_by_side(url, oracle):
    async def play(episode):
        async with GenericEnvClient(base_url=url) as client:
            await client.reset(**episode["reset"])
            for action in episode["actions"]:
                result = await client.step(action)
            return result.reward, result.done

    async def all_at_once():
        return await asyncio.gather(*(play(episode) for episode in oracle * 3))

    assert set(asyncio.run(all_at_once())) == {(1, True)}


def test_the_same_seed_is_the_same_task_and_no_seed_another_every_time(url, oracle):
    with GenericEnvClient(base_url=url).sync() as client:
        again = [client.reset(**oracle[0]["reset"]).observation for _ in range(2)]
        assert again[0] == again[1]
        drawn = {str(client.reset(task=oracle[0]["reset"]["task"]).observation) for _ in range(10)}
        assert len(drawn) > 5


def test_a_step_may_come_before_any_reset(url, oracle):
    with GenericEnvClient(base_url=url).sync() as client:
        result = client.step(oracle[0]["actions"][0])
        assert 0 <= result.reward <= 1
        assert client.state()["step_count"] == 1


def test_an_unknown_task_lists_the_levels(url, oracle):
    with GenericEnvClient(base_url=url).sync() as client:
        with pytest.raises(RuntimeError, match="VALIDATION_ERROR") as refusal:
            client.reset(task="no-such-level")
        assert all(level in str(refusal.value) for level in levels(oracle))
        assert client.reset().done is False


def test_sessions_share_a_curriculum(url, oracle):
    """Ten solved tasks at the first level move every session that names the curriculum on to the second."""
    order = list(dict.fromkeys(episode["reset"]["task"] for episode in oracle))
    easiest = [episode for episode in oracle if episode["reset"]["task"] == order[0]]
    assert len(easiest) >= 10
    first, second = (GenericEnvClient(base_url=url).sync() for _ in range(2))
    with first, second:
        for number, episode in enumerate(easiest[:10]):
            client = (first, second)[number % 2]
            drawn = client.reset(curriculum="interop", seed=episode["reset"]["seed"])
            assert drawn.metadata["task"] == order[0]
            for action in episode["actions"]:
                result = client.step(action)
            assert result.reward == 1
        for client in (first, second):
            assert client.reset(curriculum="interop").observation["task"] == order[1]
        assert first.reset(curriculum="another").observation["task"] == order[0]

"""OpenEnv's own validator, and the rules of its container validation that a running server can be held to."""

import json
import subprocess
import sys
from pathlib import Path

import httpx
import jsonschema
from openenv import GenericEnvClient


def test_validator_passes_every_criterion(url):
    command = [str(Path(sys.executable).with_name("openenv")), "validate", "--url", url, "--json"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    report = json.loads(run.stdout)
    assert run.returncode == 0 and report["passed"], report
    assert report["standard_profile"] == "openenv-http/1.x"
    assert report["mode"] == "simulation"
    summary = report["summary"]
    assert summary["passed_count"] == summary["total_count"] >= 6
    assert all(criterion["passed"] for criterion in report["criteria"])


def test_observations_state_and_rewards_are_well_formed(url, oracle):
    schema = httpx.get(f"{url}/schema").json()
    with GenericEnvClient(base_url=url).sync() as client:
        for index, episode in enumerate(oracle):
            first = client.reset(episode_id=f"episode-{index}", **episode["reset"])
            assert first.reward is None and first.done is False
            jsonschema.validate(first.observation, schema["reset_observation"])
            assert client.state()["step_count"] == 0
            for steps, action in enumerate(episode["actions"], start=1):
                jsonschema.validate(action, schema["action"])
                result = client.step(action)
                jsonschema.validate(result.observation, schema["observation"])
                assert type(result.done) is bool
                assert type(result.reward) in (int, float) and 0 <= result.reward <= 1
                state = client.state()
                jsonschema.validate(state, schema["state"])
                assert (state["episode_id"], state["step_count"]) == (f"episode-{index}", steps)


def test_metadata_stands_inside_the_observation_and_beside_it(url, oracle):
    with GenericEnvClient(base_url=url).sync() as client:
        first = client.reset(**oracle[0]["reset"])
        assert first.metadata["task"] == oracle[0]["reset"]["task"]
        assert first.observation["metadata"] == first.metadata

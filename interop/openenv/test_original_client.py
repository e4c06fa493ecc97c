"""
A typed client that knows only the fields of the first API debug environment: it refuses to send any other, and looks
at no other. With `actions="original"` it must be able to solve every task.
"""

import json
from typing import Dict, List, Optional

import httpx
import pytest
from openenv.core import EnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server.types import Action, Observation, State


class DebugAction(Action):
    """Eight fields, all optional; the base model refuses any other."""

    error_type: Optional[str] = None
    error_types: Optional[List[str]] = None
    affected_fields: Optional[List[str]] = None
    fixed_request: Optional[str] = None
    fixed_headers: Optional[Dict[str, str]] = None
    explanation: Optional[str] = None
    response_issues: Optional[List[str]] = None
    expected_status_code: Optional[int] = None


class DebugObservation(Observation):
    """Required here, so that a missing or null field fails."""

    task: str
    api_name: str
    http_method: str
    endpoint: str
    broken_request: str
    broken_headers: Dict[str, str]
    api_spec: str
    error_count: int
    step_number: int
    max_steps: int
    response_body: str
    response_status_code: int
    feedback: str
    message: str


class DebugClient(EnvClient[DebugAction, DebugObservation, State]):
    send_nulls = False

    def _step_payload(self, action):
        return action.model_dump(exclude_none=not self.send_nulls)

    def _parse_result(self, payload):
        seen = {name: payload["observation"][name] for name in DebugObservation.model_fields if name not in BASE}
        observation = DebugObservation(done=payload["done"], reward=payload["reward"], **seen)
        return StepResult(observation=observation, reward=payload["reward"], done=payload["done"])

    def _parse_state(self, payload):
        return State(episode_id=payload["episode_id"], step_count=payload["step_count"])


BASE = {"done", "reward", "metadata"}
LEVELS = ["easy", "classify", "medium", "headers", "response", "hard"]


def wire(action):
    """The original sends a body as JSON text and headers as text."""
    known = {name: action.get(name) for name in DebugAction.model_fields if name in action}
    assert set(action) <= set(DebugAction.model_fields), f"not sayable with the original's fields: {sorted(action)}"
    if known.get("fixed_request") is not None and not isinstance(known["fixed_request"], str):
        known["fixed_request"] = json.dumps(known["fixed_request"])
    return DebugAction(**known)


@pytest.mark.parametrize("send_nulls", [False, True])
@pytest.mark.parametrize("level", LEVELS)
def test_an_oracle_earns_1_with_the_original_fields(url, original_oracle, level, send_nulls):
    episodes = [episode for episode in original_oracle if episode["reset"]["task"] == level]
    assert episodes
    client = DebugClient(base_url=url)
    client.send_nulls = send_nulls
    with client.sync() as session:
        for episode in episodes:
            first = session.reset(**episode["reset"])
            assert first.observation.task == level
            assert first.observation.step_number == 0
            assert first.observation.error_count >= 1
            json.loads(first.observation.api_spec)
            for action in episode["actions"]:
                result = session.step(wire(action))
            assert (result.reward, result.done) == (1, True)
            assert session.state().step_count == len(episode["actions"])


def test_the_extra_route_lists_the_tasks(url, original_oracle):
    tasks = {task["name"]: task for task in httpx.get(f"{url}/tasks").json()["tasks"]}
    assert set(LEVELS) <= set(tasks) and "auto" in tasks
    with DebugClient(base_url=url).sync() as session:
        for episode in original_oracle:
            seen = session.reset(**episode["reset"]).observation
            listed = tasks[seen.task]
            assert listed["description"] and listed["max_steps"] == seen.max_steps
            low, _, high = str(listed["error_count"]).partition("-")
            assert int(low) <= seen.error_count <= int(high or low)

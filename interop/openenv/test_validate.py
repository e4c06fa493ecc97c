"""OpenEnv's own validator, and the rules of its container validation that a running server can be held to."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import httpx
import jsonschema
import yaml
from openenv import GenericEnvClient
from openenv.validation.graders.runtime import (
    ObservationSchemaGrader,
    RewardWellFormedGrader,
    StateContractGrader,
)
from openenv.validation.manifest import ExecutionDeclaration, RewardDeclaration
from openenv.validation.runtime.collector import collect_runtime_evidence
from openenv.validation.runtime.contracts import load_runtime_plan
from openenv.validation.types import CheckStatus

ROOT = Path(__file__).resolve().parents[2]
OPENENV = str(Path(sys.executable).with_name("openenv"))


def test_validator_passes_every_criterion(url):
    command = [OPENENV, "validate", "--url", url, "--json"]
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


def test_the_manifest_passes(tmp_path):
    for name in ("openenv.yaml", "Dockerfile", "interop/openenv/probe.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    command = [OPENENV, "validate", str(tmp_path), "--level", "static", "--json"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_runtime_checks_of_container_validation_pass(url):
    """The same collector and graders that `openenv validate DIR` uses on a container, on the running server."""
    declared = yaml.safe_load((ROOT / "openenv.yaml").read_text())["validation"]
    plan = load_runtime_plan(ROOT, ExecutionDeclaration(**declared["execution"]))
    evidence = collect_runtime_evidence(url, plan, episode_timeout_s=declared["resources"]["episode_timeout_s"])
    assert evidence.failure_reason is None
    manifest = SimpleNamespace(reward=RewardDeclaration(**declared["reward"]))
    subject = SimpleNamespace(manifest=manifest, runtime_evidence=evidence)
    for grader in (RewardWellFormedGrader(), ObservationSchemaGrader(), StateContractGrader()):
        result = grader.run(subject)
        assert result.status is CheckStatus.PASS, (grader.check_id, result.evidence)

"""TRL's GRPOTrainer against a running server: `run.ts` starts it and says where its record and the scripts are."""

import functools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pandas
import pytest
import torch
from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from fettle_environment import FettleEnvironment
from tiny_model import tiny_model

URL = os.environ["FETTLE_URL"]
HERE = Path(__file__).parent


def recorded():
    return {line["episode_id"]: line for line in map(json.loads, Path(os.environ["FETTLE_RECORD"]).read_text().splitlines())}


class ScriptedGroup:
    """Stands in for `model.generate` during the first group: rollout i says its answers, one per turn, and then stops."""

    def __init__(self, trainer, tokenizer, rollouts):
        self.trainer, self.tokenizer, self.rollouts = trainer, tokenizer, rollouts
        self.sampled = trainer.model.generate
        self.turn = 0
        self.speaking = list(range(len(rollouts)))
        self.episodes = None

    def __call__(self, input_ids, **settings):
        if not self.speaking:
            return self.sampled(input_ids=input_ids, **settings)
        assert input_ids.size(0) == len(self.speaking)
        if self.turn == 0:
            self.episodes = [environment.episode_id for environment in self.trainer.environments]
        texts, calling = [], []
        for index in self.speaking:
            answers = self.rollouts[index]["answers"]
            if self.turn < len(answers):
                call = {"name": "submit", "arguments": {"answer": answers[self.turn]}}
                texts.append(f"<tool_call>\n{json.dumps(call)}\n</tool_call>{self.tokenizer.eos_token}")
                calling.append(index)
            else:
                texts.append(f"That is all.{self.tokenizer.eos_token}")
        self.turn += 1
        self.speaking = calling
        said = self.tokenizer(texts, padding=True, padding_side="right", return_tensors="pt").input_ids
        return torch.cat([input_ids, said], dim=1)


def test_scripted_rollouts_earn_the_same_in_the_trainers_log_and_the_servers_record(tmp_path):
    script = json.loads(Path(os.environ["FETTLE_SCRIPTS"]).read_text())
    known = [rollout["return"] for rollout in script["rollouts"]]
    assert len(set(known)) == 3 and known[0] == 1 and known[2] == 0
    model, tokenizer = tiny_model()
    before = {name: weight.detach().clone() for name, weight in model.named_parameters()}
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        train_dataset=Dataset.from_dict(
            {"prompt": [[{"role": "user", "content": ""}]] * 2, "seed": [script["seed"], script["seed"] + 1]}
        ),
        environment_factory=functools.partial(FettleEnvironment, URL, task=script["task"]),
        args=GRPOConfig(
            output_dir=str(tmp_path),
            max_steps=2,
            per_device_train_batch_size=3,
            num_generations=3,
            max_completion_length=4096,
            max_tool_calling_iterations=4,
            generation_kwargs={"max_new_tokens": 16},
            learning_rate=1e-3,
            logging_steps=1,
            log_completions=True,
            shuffle_dataset=False,
            save_strategy="no",
            report_to=[],
            use_cpu=True,
            chat_template_kwargs={"enable_thinking": False},
        ),
    )
    group = ScriptedGroup(trainer, tokenizer, script["rollouts"])
    trainer.model.generate = group
    trainer.train()

    assert trainer.state.global_step == 2
    steps = [entry for entry in trainer.state.log_history if "reward" in entry]
    assert len(steps) == 2
    assert steps[0]["reward"] == pytest.approx(sum(known) / 3, abs=1e-4)
    assert steps[0]["grad_norm"] > 0 and steps[0]["tools/failure_frequency"] == 0
    assert any(not torch.equal(weight, before[name]) for name, weight in model.named_parameters())

    log = pandas.concat(pandas.read_parquet(file) for file in sorted((tmp_path / "completions").glob("*.parquet")))
    logged = log[log["step"] == 1]["FettleEnvironment"].tolist()
    assert logged == pytest.approx(known, abs=1e-6)
    lines = recorded()
    assert [lines[episode]["return"] for episode in group.episodes] == pytest.approx(known, abs=1e-9)
    assert [lines[episode]["rewards"][-1] for episode in group.episodes] == pytest.approx(known, abs=1e-9)
    assert {lines[episode]["seed"] for episode in group.episodes} == {script["seed"]}


def test_the_recipe_trains_through_a_shared_curriculum(tmp_path):
    curriculum = f"recipe-{time.time_ns()}"
    flags = ["--url", URL, "--tiny", "--curriculum", curriculum, "--output", str(tmp_path), "--prompt", "compact"]
    sizes = ["--steps", "2", "--groups", "2", "--group-size", "2", "--max-tokens", "48"]
    run = subprocess.run([sys.executable, str(HERE / "recipe.py"), *flags, *sizes], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-2000:]
    assert f"curriculum {curriculum}: level" in run.stdout
    time.sleep(0.5)
    episodes = [line for line in recorded().values() if line["curriculum"] == curriculum]
    groups = {}
    for episode in episodes:
        groups.setdefault(episode["seed"], []).append(episode)
    # The last batch is cut off when the trainer leaves; every batch before has been settled by the next reset.
    assert len(groups) >= 2
    assert all(len(group) == 2 and len({one["task"] for one in group}) == 1 for group in groups.values())

"""Rows of `fettle process --format sft|preference` in TRL's own trainers."""

import subprocess
from pathlib import Path

import pytest
from datasets import load_dataset
from trl import DPOConfig, DPOTrainer, SFTConfig, SFTTrainer
from trl.data_utils import is_conversational

from tiny_model import tiny_model

HERE = Path(__file__).parent
SETTINGS = {"max_steps": 2, "per_device_train_batch_size": 2, "report_to": [], "save_strategy": "no", "use_cpu": True}


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """One run of a policy that is sometimes right, written in both forms."""
    folder = tmp_path_factory.mktemp("process")
    command = ["node", str(HERE / "../../dist/cli/main.js"), "process", "api-debug", "--model", "random", "--form", "compact"]
    size = ["--levels", "easy", "--groups", "24", "--group-size", "8", "--run", folder / "run", "--no-report"]

    def write(form, *options):
        out = folder / f"{form}.jsonl"
        subprocess.run([*command, *size, "--format", form, "--out", out, *options], check=True, timeout=120)
        return load_dataset("json", data_files=str(out), split="train")

    return {
        "sft": write("sft", "--threshold", "0.3"),
        "preference": write("preference", "--threshold", "0.3", "--resume"),
    }


def test_sft_rows_train(rows, tmp_path):
    assert len(rows["sft"]) > 4 and is_conversational(rows["sft"][0])
    model, tokenizer = tiny_model()
    settings = SFTConfig(output_dir=str(tmp_path), max_length=512, logging_steps=1, **SETTINGS)
    trainer = SFTTrainer(model, settings, train_dataset=rows["sft"], processing_class=tokenizer)
    trainer.train()
    assert trainer.state.global_step == 2


def test_preference_rows_train(rows, tmp_path):
    assert len(rows["preference"]) > 4 and is_conversational(rows["preference"][0])
    for row in rows["preference"]:
        assert row["score_chosen"] > row["score_rejected"]
        assert row["chosen"][0]["role"] == row["rejected"][0]["role"] == "assistant"
        assert row["prompt"][-1]["role"] == "user"
    model, tokenizer = tiny_model()
    settings = DPOConfig(output_dir=str(tmp_path), max_length=1024, logging_steps=1, **SETTINGS)
    reference, _ = tiny_model()
    trainer = DPOTrainer(model, reference, args=settings, train_dataset=rows["preference"], processing_class=tokenizer)
    trainer.train()
    assert trainer.state.global_step == 2

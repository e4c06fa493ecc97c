"""Our environments feed the original's server, and a trainer drains it."""

import json
import subprocess

import requests
from conftest import Trainer, fettle
from transformers import AutoTokenizer


def test_feeds_the_original_server(original, tokenizer):
    steps = 4
    trainer = Trainer(original, batch_size=8, num_steps=steps)
    assert requests.get(f"{original}/batch", timeout=10).json() == {"batch": None}
    worker = subprocess.Popen(
        [
            *fettle,
            *("serve", "api-debug", "--atropos", original, "--model", tokenizer, "--json"),
            *("--group-size", "4", "--max-tokens", "96", "--max-workers", "2", "--levels", "easy"),
            *("--steps-per-eval", "2", "--eval-tasks", "2", "--messages", "--total-steps", str(steps)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        decode = AutoTokenizer.from_pretrained(tokenizer).decode
        seen = [group for _ in range(steps) for group in trainer.batch()]
        requests.get(f"{original}/batch", timeout=10)
        out, err = worker.communicate(timeout=90)
        assert worker.returncode == 0, err
    finally:
        worker.kill()
    summary = json.loads(out.splitlines()[-1])
    assert summary["sent"] >= len(seen)
    assert summary["left"]["refused"] == summary["left"]["failed"] == 0
    assert "train/percent_correct" in err and "eval/percent_correct" in err
    for group in seen:
        assert len(group["tokens"]) == 4 and len(set(group["scores"])) > 1
        for tokens, mask, logprobs, messages in zip(
            group["tokens"], group["masks"], group["inference_logprobs"], group["messages"]
        ):
            assert len(tokens) == len(mask) == len(logprobs) < 640
            assert [p == 1.0 for p in logprobs] == [m == -100 for m in mask]
            assert all(m in (-100, t) for m, t in zip(mask, tokens))
            said = decode([m for m in mask if m != -100], skip_special_tokens=True)
            assert said == "".join(m["content"] for m in messages if m["role"] == "assistant")

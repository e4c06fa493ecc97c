"""The original's generators of training data read from our server."""

import json
import subprocess
import sys

from conftest import environment


def test_sft(ours, generator, tokenizer, tmp_path):
    out = tmp_path / "sft.jsonl"
    options = {
        "--api-url": ours,
        "--group-size": 4,
        "--max-token-len": 640,
        "--tokenizer": tokenizer,
        "--num-seqs-to-save": 20,
        "--tasks-per-step": 4,
    }
    flags = [str(word) for pair in options.items() for word in pair]
    reader = subprocess.Popen([sys.executable, "-m", "atroposlib.cli.sft", str(out), *flags])
    try:
        # The generator always says that its run has 0 steps.
        with environment(ours, generator, tokenizer, total_steps=1000):
            assert reader.wait(120) == 0
    finally:
        reader.kill()
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(rows) >= 20
    assert all(row["score"] == 1.0 and row["prefix"] and row["completion"] for row in rows)

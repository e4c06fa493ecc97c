"""An environment on atroposlib's BaseEnv feeds our server, and a trainer drains it."""

import requests
from conftest import Trainer, environment
from transformers import AutoTokenizer


def test_feeds_our_server(ours, generator, tokenizer):
    steps = 5
    trainer = Trainer(ours, batch_size=16, num_steps=steps)
    assert requests.get(f"{ours}/batch", timeout=10).json() == {"batch": None}
    decode = AutoTokenizer.from_pretrained(tokenizer).decode
    with environment(ours, generator, tokenizer) as process:
        seen = []
        for _ in range(steps):
            batch = trainer.batch()
            assert sum(len(group["tokens"]) for group in batch) == 16
            seen += batch
        # It stops by itself once the trainer has had all its steps.
        for _ in range(2):
            if process.poll() is None:
                requests.get(f"{ours}/batch", timeout=10)
        assert process.wait(30) == 0
    for group in seen:
        assert group["env_id"] == 0
        assert set(group["scores"]) == {1.0, -1.0}
        assert all(isinstance(score, float) for score in group["scores"])
        for tokens, mask, logprobs, score in zip(
            group["tokens"], group["masks"], group["inference_logprobs"], group["scores"]
        ):
            a, b = decode([t for t, m in zip(tokens, mask) if m == -100]).split(">")[1].split("<")[0].split(" + ")
            answer = decode([m for m in mask if m != -100], skip_special_tokens=True)
            assert (answer == str(int(a) + int(b))) == (score == 1.0)
            assert [p == 1.0 for p in logprobs] == [m == -100 for m in mask]
            assert all(isinstance(p, float) for p in logprobs)
    assert requests.get(f"{ours}/status", timeout=10).json()["current_step"] >= steps

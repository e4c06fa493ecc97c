"""What `fettle process` writes, read by the original: its record, its server, its page, and a tokenizer of others."""

import json
import subprocess

import pytest
import requests
from atroposlib.api.server import ScoredData
from conftest import Trainer, fettle

GROUP_SIZE = 4


@pytest.fixture
def file(tokenizer, tmp_path):
    """Groups of the embedded engine, with token ids; short enough that some answers are cut off."""
    out = tmp_path / "groups.jsonl"
    options = {"--levels": "easy,medium", "--env.total_steps": 4, "--env.group_size": GROUP_SIZE, "--max-tokens": 8}
    flags = [str(word) for pair in options.items() for word in pair]
    subprocess.run([*fettle, "process", "api-debug", "--model", tokenizer, *flags, "--out", out], check=True, timeout=120)
    return out


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_records_are_the_originals(file):
    for line in lines(file):
        group = ScoredData(**line)
        members = (group.tokens, group.masks, group.scores, group.inference_logprobs, group.messages)
        assert [len(member) for member in members] == [GROUP_SIZE] * 5
        for tokens, mask, logprobs in zip(group.tokens, group.masks, group.inference_logprobs):
            assert len(tokens) == len(mask) == len(logprobs)
            for token, masked, logprob in zip(tokens, mask, logprobs):
                assert (masked, logprob) == (-100, 1.0) or (masked == token and logprob <= 0)
    overrides = [one for line in lines(file) for one in line["overrides"] or []]
    assert {"set_advantage_to_zero": True} in overrides


def test_tokens_decode_to_the_messages(file, tokenizer):
    from transformers import AutoTokenizer

    reader = AutoTokenizer.from_pretrained(tokenizer)
    for line in lines(file):
        for tokens, mask, messages in zip(line["tokens"], line["masks"], line["messages"]):
            said = "".join(message["content"] for message in messages)
            assert reader.decode(tokens, skip_special_tokens=True) == said
            written = [token for token, masked in zip(tokens, mask) if masked != -100]
            answers = "".join(message["content"] for message in messages if message["role"] == "assistant")
            assert reader.decode(written, skip_special_tokens=True) == answers


def test_the_original_server_takes_the_lines_and_hands_them_to_a_trainer(file, original):
    trainer = Trainer(original, batch_size=4 * GROUP_SIZE, num_steps=1)
    sent = lines(file)
    for line in sent:
        assert requests.post(f"{original}/scored_data", json=line, timeout=10).json() == {"status": "received"}
    batch = trainer.batch()
    assert [group["tokens"] for group in batch] == [line["tokens"] for line in sent]
    assert [group["scores"] for group in batch] == [line["scores"] for line in sent]
    assert [group["overrides"] for group in batch] == [line["overrides"] for line in sent]


def test_the_original_makes_its_page_of_the_file(file):
    from atroposlib.frontend.jsonl2html import generate_html

    page = file.with_name("original.html")
    generate_html(str(file), str(page))
    assert page.read_text().count('<div class="item') == 4 * GROUP_SIZE

"""Opens a checkpoint with transformers and compares logits, log-probabilities and token ids with Fettle's.

    python compare.py CHECKPOINT_FOLDER DATA   (reads DATA.json and DATA.safetensors)
"""

import json
import sys

import torch
from safetensors.torch import load_file
from transformers import AutoTokenizer, LlamaForCausalLM
from transformers.utils.logging import disable_progress_bar

TOLERANCE = 1e-4


def main(folder: str, data: str) -> int:
    disable_progress_bar()
    model, report = LlamaForCausalLM.from_pretrained(folder, output_loading_info=True)
    model.eval()
    # A tied head has no tensor of its own.
    missing = set(report["missing_keys"]) - {"lm_head.weight" if model.config.tie_word_embeddings else ""}
    assert not missing and not report["unexpected_keys"] and not report["mismatched_keys"], report
    assert model.dtype == torch.float32, model.dtype
    ours = load_file(f"{data}.safetensors")
    with open(f"{data}.json", encoding="utf-8") as file:
        given = json.load(file)
    sequences = given["sequences"]
    worst = {"logits": 0.0, "logprobs": 0.0}
    spread = 0.0
    for index, tokens in enumerate(sequences):
        with torch.no_grad():
            logits = model(torch.tensor([tokens])).logits[0]
        logprobs = logits[:-1].log_softmax(-1).gather(1, torch.tensor(tokens[1:])[:, None])[:, 0]
        spread = max(spread, logits.std().item())
        for name, theirs in (("logits", logits), ("logprobs", logprobs)):
            difference = (ours[f"{name}.{index}"] - theirs).abs().max().item()
            worst[name] = max(worst[name], difference)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    for text, ids in zip(given["encoded"]["texts"], given["encoded"]["ids"], strict=True):
        assert tokenizer.encode(text, add_special_tokens=False) == ids, text
        assert tokenizer.decode(ids) == text, text
    chat = tokenizer.apply_chat_template(given["chat"]["messages"], add_generation_prompt=True, return_dict=False)
    assert chat == given["chat"]["ids"], chat
    ok = all(value < TOLERANCE for value in worst.values()) and spread > 0.5
    figures = {name: f"{value:.1e}" for name, value in worst.items()}
    print(json.dumps({"checkpoint": folder.rsplit("/", 1)[-1], "max_abs_difference": figures, "logit_std": round(spread, 2), "ok": ok}))
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

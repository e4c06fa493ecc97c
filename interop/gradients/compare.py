"""Compares Fettle's gradient of sum(coefficient x log-probability) with PyTorch's, tensor by tensor.

    python compare.py CHECKPOINT_FOLDER DATA   (reads DATA.json and DATA.safetensors)
"""

import json
import sys

import torch
from safetensors.torch import load_file
from transformers import LlamaForCausalLM
from transformers.utils.logging import disable_progress_bar

TOLERANCE = 1e-3


def main(folder: str, data: str) -> int:
    disable_progress_bar()
    model = LlamaForCausalLM.from_pretrained(folder)
    ours = load_file(f"{data}.safetensors")
    with open(f"{data}.json", encoding="utf-8") as file:
        sequences = json.load(file)
    for sequence in sequences:
        tokens = torch.tensor(sequence["tokens"])
        logprobs = model(tokens[None]).logits[0, :-1].log_softmax(-1).gather(1, tokens[1:, None])[:, 0]
        (logprobs * torch.tensor(sequence["coefficients"])).sum().backward()
    errors = {}
    for name, parameter in model.named_parameters():
        gradient = parameter.grad
        assert gradient.norm() > 0, name
        errors[name] = ((ours.pop(name) - gradient).norm() / gradient.norm()).item()
    assert not ours, f"tensors that PyTorch does not have: {list(ours)}"
    name, worst = max(errors.items(), key=lambda item: item[1])
    ok = worst < TOLERANCE
    print(json.dumps({"model": folder.rsplit("/", 1)[-1], "tensors": len(errors), "worst_relative_norm": f"{worst:.1e}", "at": name, "ok": ok}))
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

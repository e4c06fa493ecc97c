"""Times optimiser steps of TRL's GRPOTrainer, generation included, on a random Llama-shaped model.

    python trl_steps.py SETTINGS_JSON REPORT_FILE
"""

import json
import random
import resource
import sys
import tempfile
import time

import torch
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, TrainerCallback
from trl import GRPOConfig, GRPOTrainer


class StepTimes(TrainerCallback):
    def __init__(self):
        self.seconds = []
        self.processor = []

    def on_step_begin(self, *_, **__):
        self.begin = (time.perf_counter(), time.process_time())

    def on_step_end(self, *_, **__):
        self.seconds.append(time.perf_counter() - self.begin[0])
        self.processor.append(time.process_time() - self.begin[1])


def even_share(completion_ids, **_):
    """Share of even tokens; also holds every completion to its full length."""
    assert all(len(ids) == SETTINGS["newTokens"] for ids in completion_ids)
    return [sum(token % 2 == 0 for token in ids) / len(ids) for ids in completion_ids]


def main(report: str) -> None:
    s = SETTINGS
    torch.set_num_threads(s["threads"])
    torch.manual_seed(0)
    vocabulary = {f"t{i}": i for i in range(s["vocabularySize"])}
    words = Tokenizer(models.WordLevel(vocabulary, unk_token="t0"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="t0", eos_token="t1", unk_token="t0")
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=s["vocabularySize"],
            hidden_size=s["hiddenSize"],
            num_hidden_layers=s["layers"],
            num_attention_heads=s["heads"],
            intermediate_size=s["intermediateSize"],
            tie_word_embeddings=s["tieEmbeddings"],
            max_position_embeddings=1024,
            pad_token_id=0,
            eos_token_id=1,
        )
    )
    numbers = random.Random(0)
    prompts = [
        " ".join(f"t{numbers.randrange(2, s['vocabularySize'])}" for _ in range(s["promptTokens"]))
        for _ in range(s["prompts"] * (s["steps"] + 1))
    ]
    times = StepTimes()
    with tempfile.TemporaryDirectory() as folder:
        trainer = GRPOTrainer(
            model=model,
            reward_funcs=even_share,
            train_dataset=Dataset.from_dict({"prompt": prompts}),
            processing_class=tokenizer,
            callbacks=[times],
            args=GRPOConfig(
                output_dir=folder,
                use_cpu=True,
                bf16=False,
                gradient_checkpointing=False,
                per_device_train_batch_size=s["prompts"] * s["completions"],
                gradient_accumulation_steps=1,
                num_generations=s["completions"],
                max_completion_length=s["newTokens"],
                generation_kwargs={"min_new_tokens": s["newTokens"]},
                max_steps=s["steps"] + 1,
                learning_rate=1e-6,
                beta=0.0,
                temperature=1.0,
                report_to="none",
                save_strategy="no",
                disable_tqdm=True,
                logging_strategy="no",
            ),
        )
        trainer.train()
    with open(report, "w", encoding="utf-8") as file:
        json.dump(
            {
                "parameters": sum(p.numel() for p in model.parameters()),
                "seconds": times.seconds[1:],
                "processor": times.processor[1:],
                "peakMiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            },
            file,
        )


if __name__ == "__main__":
    SETTINGS = json.loads(sys.argv[1])
    main(sys.argv[2])

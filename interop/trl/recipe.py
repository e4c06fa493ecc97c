"""
Train a model with TRL's GRPOTrainer on an environment that `fettle serve` provides, all rollouts climbing one curriculum.

    fettle serve api-debug &
    python interop/trl/recipe.py --model Qwen/Qwen3-0.6B --steps 200
    python interop/trl/recipe.py --tiny --steps 2            # a tiny random model: shows that everything fits together

The server decides the level: it moves on once the mean return of the last ten groups reaches the level's threshold.
"""

import argparse
import functools
import uuid

import httpx
from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from fettle_environment import FettleEnvironment
from tiny_model import tiny_model


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="address of `fettle serve`")
    parser.add_argument("--model", default="Qwen/Qwen3-0.6B", help="name or folder of a model with a tool-calling template")
    parser.add_argument("--tiny", action="store_true", help="a tiny random model instead")
    parser.add_argument("--curriculum", default=None, help="id of the shared curriculum; a new one when absent")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--groups", type=int, default=4, help="tasks per step")
    parser.add_argument("--group-size", type=int, default=8, help="rollouts per task")
    parser.add_argument("--max-tokens", type=int, default=2048, help="of a whole conversation after the prompt")
    parser.add_argument("--prompt", choices=["full", "compact"], default="full")
    parser.add_argument("--output", default="runs/trl")
    args = parser.parse_args()

    curriculum = args.curriculum or f"trl-{uuid.uuid4().hex[:8]}"
    factory = functools.partial(FettleEnvironment, args.url, curriculum=curriculum, prompt=args.prompt)
    model, tokenizer = tiny_model() if args.tiny else (args.model, None)
    # One row is one group. Every row has a seed of its own, so that each group plays a task nobody has seen before.
    rows = args.steps * args.groups
    dataset = Dataset.from_dict({"prompt": [[{"role": "user", "content": ""}]] * rows, "seed": list(range(rows))})
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        train_dataset=dataset,
        environment_factory=factory,
        args=GRPOConfig(
            output_dir=args.output,
            max_steps=args.steps,
            per_device_train_batch_size=args.group_size,
            gradient_accumulation_steps=args.groups,
            num_generations=args.group_size,
            max_completion_length=args.max_tokens,
            max_tool_calling_iterations=8,
            learning_rate=1e-6,
            logging_steps=1,
            shuffle_dataset=False,
            save_strategy="no",
            report_to=[],
            use_cpu=args.tiny,
            chat_template_kwargs={"enable_thinking": False},
        ),
    )
    trainer.train()
    state = httpx.get(f"{args.url}/curriculum/{curriculum}").json()
    print(f"curriculum {curriculum}: level {state['level']}, {state['recorded']} groups, promotions {state['promotions']}")


if __name__ == "__main__":
    main()

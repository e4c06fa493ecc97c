"""An environment as Atropos' users write them: on atroposlib's BaseEnv, with exact tokens from a managed server."""

import os
import random

from atroposlib.envs.base import APIServerConfig, BaseEnv, BaseEnvConfig, ScoredDataGroup


class Sums(BaseEnv):
    name = "sums"

    @classmethod
    def config_init(cls):
        tokenizer = os.environ["TOKENIZER"]
        config = BaseEnvConfig(
            tokenizer_name=tokenizer,
            group_size=4,
            use_wandb=False,
            rollout_server_url=os.environ["ROLLOUT_URL"],
            total_steps=int(os.environ["TOTAL_STEPS"]),
            max_token_length=64,
            wandb_name="sums",
            steps_per_eval=0,
            include_messages=True,
        )
        server = APIServerConfig(
            model_name=tokenizer,
            base_url=f"{os.environ['GENERATE_URL']}/v1",
            api_key="x",
            server_type="sglang",
            num_requests_for_eval=4,
        )
        return config, [server]

    async def setup(self):
        self.random = random.Random(0)

    async def get_next_item(self):
        return self.random.randint(100, 900), self.random.randint(100, 900)

    async def evaluate(self, *args, **kwargs):
        pass

    async def collect_trajectories(self, item):
        a, b = item
        messages = [{"role": "user", "content": f"{a} + {b}"}]
        async with self.server.managed_server(tokenizer=self.tokenizer) as managed:
            await managed.chat_completion(
                messages=messages, n=self.config.group_size, max_tokens=16, temperature=1.0
            )
            nodes = managed.get_state()["nodes"]
        group = ScoredDataGroup(tokens=[], masks=[], scores=[], inference_logprobs=[])
        for node in nodes:
            said = [token for token in node.masked_tokens if token != -100]
            answer = self.tokenizer.decode(said, skip_special_tokens=True)
            group["tokens"].append(node.tokens)
            group["masks"].append(node.masked_tokens)
            group["inference_logprobs"].append(node.logprobs)
            group["scores"].append(1.0 if answer == str(a + b) else -1.0)
        return group, []


if __name__ == "__main__":
    Sums.cli()

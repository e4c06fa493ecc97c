"""A stand-in for an SGLang server: `/generate` with token ids and log-probabilities, and what a health check asks.

    python standin.py TOKENIZER

It "answers" a sum, rightly or not in turn, so that the samples of a group differ. Prints its address as JSON.
"""

import itertools
import json
import re
import socket
import sys

from aiohttp import web
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained(sys.argv[1])
counter = itertools.count()


def sample(prompt_ids):
    a, b = re.search(r"(\d+) \+ (\d+)", tokenizer.decode(prompt_ids)).groups()
    wrong = next(counter) % 3
    ids = tokenizer.encode(str(int(a) + int(b) + wrong), add_special_tokens=False)
    ids = [*ids, tokenizer.eos_token_id]
    logprobs = [[-0.01 * (i + 1), token, None] for i, token in enumerate(ids)]
    return {
        "text": tokenizer.decode(ids),
        "meta_info": {
            "output_token_logprobs": logprobs,
            "finish_reason": {"type": "stop"},
        },
    }


async def generate(request):
    body = await request.json()
    assert body["return_logprob"] is True
    n = body["sampling_params"].get("n", 1)
    results = [sample(body["input_ids"]) for _ in range(n)]
    return web.json_response(results if n > 1 else results[0])


async def completion(request):
    choice = {"index": 0, "text": "x", "finish_reason": "length", "logprobs": None}
    message = {"role": "assistant", "content": "x"}
    return web.json_response(
        {
            "id": "x",
            "object": "chat.completion",
            "created": 0,
            "model": "x",
            "choices": [{**choice, "message": message}],
        }
    )


app = web.Application()
app.router.add_post("/generate", generate)
app.router.add_post("/v1/completions", completion)
app.router.add_post("/v1/chat/completions", completion)



if __name__ == "__main__":
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    print(json.dumps({"url": f"http://127.0.0.1:{listener.getsockname()[1]}"}), flush=True)
    web.run_app(app, sock=listener, print=None)

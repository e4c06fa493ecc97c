"""The runs to read, which `run.ts` makes, and what their curves have to be."""

import json
import os
import struct
from pathlib import Path

import pytest


def single(number):
    """As curves hold it: in single precision."""
    return struct.unpack("<f", struct.pack("<f", number))[0]


def scalars(values, path):
    for name, value in values.items():
        if isinstance(value, dict):
            yield from scalars(value, f"{path}/{name}")
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            yield f"{path}/{name}", single(value)


class Run:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.name = self.folder.name
        self.rows = [json.loads(line) for line in (self.folder / "metrics.jsonl").read_text().splitlines()]

    def curves(self):
        """Points (step, value) by name, from metrics.jsonl."""
        curves = {}
        counter = "row" if self.name == "train" else "step"
        for row in self.rows:
            values = {name: value for name, value in row.items() if name != counter}
            for name, value in scalars(values, row.get("phase", self.name)):
                curves.setdefault(name, []).append((row[counter], value))
        return curves


@pytest.fixture(params=os.environ["FETTLE_RUNS"].split(":"), ids=lambda folder: Path(folder).name)
def run(request):
    return Run(request.param)

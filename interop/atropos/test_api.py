"""atroposlib's own tests of its Rollout API, against our server."""

import os
import subprocess
import sys
from pathlib import Path

suites = ["test_api_legacy", "test_api_messages_handling", "test_api_compression"]


def test_original_suites(ours):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "redirect", "-p", "no:cacheprovider", "--pyargs"]
    run = subprocess.run(
        [*command, *(f"atroposlib.tests.{suite}" for suite in suites)],
        env={**os.environ, "ROLLOUT_URL": ours, "PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout[-4000:]
    assert "36 passed" in run.stdout

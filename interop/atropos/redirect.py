"""A pytest plugin: sends what atroposlib's own tests ask of http://localhost:8000 to $ROLLOUT_URL, and starts no server."""

import os
import subprocess

import requests

_request = requests.Session.request


def request(self, method, url, *args, **kwargs):
    url = url.replace("http://localhost:8000", os.environ["ROLLOUT_URL"])
    return _request(self, method, url, *args, **kwargs)


requests.Session.request = request


class NoProcess:
    """What the tests believe is their server. Its group is that of a process that has ended."""

    def __init__(self, *args, **kwargs):
        self._child = _popen(["true"], start_new_session=True)
        self.pid = self._child.pid
        self.stdout = self.stderr = None

    def terminate(self):
        pass

    def wait(self, timeout=None):
        return self._child.wait(timeout)


_popen = subprocess.Popen


def pytest_collection_finish(session):
    subprocess.Popen = NoProcess

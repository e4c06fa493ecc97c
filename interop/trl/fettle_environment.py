"""A TRL environment over `fettle serve`: one session, one tool. It works for every environment that Fettle serves."""

from openenv import GenericEnvClient


class FettleEnvironment:
    """
    TRL makes one per rollout and reuses it; its public methods are the model's tools.

    `settings` go to every reset: `task` (a level or `auto`), `curriculum` (an id shared by all sessions that are to climb
    together), options of the environment. Columns of the dataset named in `columns` go there too: with a `seed` column
    all rollouts of a group get the same task, which is what GRPO compares.
    """

    def __init__(self, url, columns=("seed",), message_timeout_s=120.0, **settings):
        self._client = GenericEnvClient(base_url=url, message_timeout_s=message_timeout_s).sync()
        self._columns = columns
        self._settings = {"prompt": "full", **settings}
        self.episode_id = None
        self.task = None
        self._return = 0.0
        self._done = True

    def reset(self, **row) -> str:
        drawn = {name: row[name] for name in self._columns if row.get(name) is not None}
        result = self._client.reset(**self._settings, **drawn)
        self.episode_id = self._client.state()["episode_id"]
        self.task = result.metadata["task"]
        self._return, self._done = 0.0, result.done
        return _text(result) + "\n\nCall the tool `submit` with your answer."

    def submit(self, answer: str) -> str:
        """
        Submit an answer to the task.

        Args:
            answer: The answer, in the form that the task asks for.

        Returns:
            What came of it.
        """
        if self._done:
            raise ValueError("The episode is over.")
        result = self._client.step({"completion": answer})
        self._return, self._done = result.metadata["return"], result.done
        return f"Done. Reward {result.reward:.3f}." if result.done else _text(result)

    def get_reward(self) -> float:
        """The episode's return, in [0, 1]; a rollout that never called the tool has earned 0."""
        return self._return


def _text(result):
    return "\n\n".join(message["content"] for message in result.metadata["messages"])

"""TensorBoard's own reader sees what metrics.jsonl holds: nothing lost, nothing twice, in spite of two kills."""

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator


def test_curves_are_those_of_metrics_jsonl(run):
    reader = EventAccumulator(str(run.folder / "tensorboard"), size_guidance={"scalars": 0})
    reader.Reload()
    seen = {tag: [(event.step, event.value) for event in reader.Scalars(tag)] for tag in reader.Tags()["scalars"]}
    assert seen == run.curves()


def test_the_run_was_killed_and_went_on(run):
    assert len(list((run.folder / "tensorboard").iterdir())) == 3
    counted = [row.get("row", row.get("step")) for row in run.rows]
    assert counted == sorted(set(counted))
    assert len(counted) > 60


def test_a_torn_record_hides_no_other(run, tmp_path):
    files = sorted((run.folder / "tensorboard").iterdir())
    for file in files:
        data = file.read_bytes()
        (tmp_path / file.name).write_bytes(data if file == files[-1] else data + data[-40:-7])
    readers = [EventAccumulator(str(folder), size_guidance={"scalars": 0}) for folder in (run.folder / "tensorboard", tmp_path)]
    whole, torn = [
        {tag: [(event.step, event.value) for event in reader.Reload().Scalars(tag)] for tag in reader.Reload().Tags()["scalars"]}
        for reader in readers
    ]
    assert torn == whole

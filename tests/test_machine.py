"""sheetgen.export.png: the processors and the memory that a process may use."""

from __future__ import annotations

import os

import pytest

from sheetgen.export.png import count_processors, measure_memory


@pytest.mark.parametrize(
    ("limit", "count"),
    [("max 100000", 8), ("200000 100000", 2), ("50000 100000", 1), ("9900000 100000", 8)],
)
def test_a_container_may_have_fewer_processors(tmp_path, monkeypatch, limit, count):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    (tmp_path / "cpu.max").write_text(f"{limit}\n")
    assert count_processors(tmp_path) == count


def test_without_affinity_all_processors_count(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert count_processors(tmp_path) == 6
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert count_processors(tmp_path) == 1


def test_a_container_may_have_less_memory(tmp_path):
    (tmp_path / "memory.current").write_text("3000000\n")
    (tmp_path / "memory.max").write_text("5000000\n")
    assert measure_memory(tmp_path) == 2_000_000
    (tmp_path / "memory.max").write_text("1000000\n")
    assert measure_memory(tmp_path) == 0
    (tmp_path / "memory.max").write_text("max\n")
    assert measure_memory(tmp_path) > 2_000_000

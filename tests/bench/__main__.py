"""`make bench`: figures as ratios side by side, each pair from one run."""

from __future__ import annotations

from tests.bench import costs, house, line, page, press, speed, start, telegram, thoughts

for title, bench in (
    ("The rules", speed.main),
    ("A press through the house", house.main),
    ("A press in the store", press.main),
    ("What a press costs", costs.main),
    ("LINE", line.main),
    ("Starting", start.main),
    ("Telegram", telegram.main),
    ("The page", page.main),
    ("Computers that think", thoughts.main),
):
    print(f"\n## {title}\n")
    bench()

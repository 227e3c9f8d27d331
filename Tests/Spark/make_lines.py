"""Makes the lines of many devices, scattered over files: make_lines.py DEVICES FOLDER.

Every device has one of the project's traces of a single device. Of every fifty, one has a switch
the other way round and one has lost a line.
"""

import pathlib
import random
import sys

count, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
root = pathlib.Path(__file__).parents[2]
traces = [path.read_text().splitlines() for path in sorted(root.glob("Traces/*/*.trace.jsonl"))]
traces = [trace for trace in traces if not any('"party":' in line for line in trace)]
# A torn line has no number by which it could be put in order.
traces = [trace for trace in traces if trace[-1].startswith('{"end":')]
folder.mkdir(parents=True)
files = [open(folder / f"part-{index}.jsonl", "w") for index in range(8)]
random.seed(7)
for index in range(count):
    trace = list(traces[index % len(traces)])
    if index % 50 == 7:
        trace = [line.replace('"push_Enabled":true', '"push_Enabled":false') for line in trace]
    if index % 50 == 31:
        del trace[len(trace) // 2]
    for line in trace:
        random.choice(files).write(f'{{"device":"device-{index:06}",{line[1:]}\n')

#!/usr/bin/env python3
"""Parses the specs of a folder with PyYAML's C loader.

    yaml_nodes.py FOLDER
"""

import json
import pathlib
import sys
import time

from yaml import CSafeLoader, load


def scalars(value):
    if isinstance(value, dict):
        return sum(1 + scalars(entry) for entry in value.values())
    if isinstance(value, list):
        return sum(scalars(element) for element in value)
    return 1


def main():
    texts = [path.read_bytes() for path in sorted(pathlib.Path(sys.argv[1]).iterdir())]
    start = time.process_time()
    values = [load(text, Loader=CSafeLoader) for text in texts]
    seconds = time.process_time() - start
    digest = sum(scalars(value) for value in values)
    print(json.dumps({"count": sum(map(len, texts)), "parsed": digest, "seconds": seconds}))


if __name__ == "__main__":
    main()

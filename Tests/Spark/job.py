"""Verdicts on the traces of many devices: spark-submit --files pushtrace job.py LINES TARGET.

LINES are files or folders of lines of traces with "device" in front, in any order. TARGET gets the
verdicts, a line of JSON for each device, and the counts of what was found are printed. The command
is './pushtrace replay --verdicts' unless a third argument says otherwise.
"""

import pathlib
import sys

from pyspark.sql import SparkSession

folder = pathlib.Path(__file__).parent
source, target = sys.argv[1:3]
command = sys.argv[3] if len(sys.argv) > 3 else "./pushtrace replay --verdicts"

spark = SparkSession.builder.appName("pushtrace").getOrCreate()
lines = spark.read.text(source)
lines.createOrReplaceTempView("lines")
query = (folder / "verdicts.sql").read_text().replace("${command}", command)
spark.sql(query).write.mode("overwrite").text(target)

verdicts = spark.read.text(target).withColumnRenamed("value", "verdict")
verdicts.createOrReplaceTempView("verdicts")
spark.sql((folder / "signatures.sql").read_text()).show(100, truncate=False)

# A tool that was cut short would leave devices out: none may be missing.
devices = spark.sql("SELECT DISTINCT from_json(value, 'device STRING').device FROM lines").count()
found = verdicts.count()
spark.stop()
if devices != found:
    sys.exit(f"{devices} devices in, {found} verdicts out")
print(f"{found} devices")

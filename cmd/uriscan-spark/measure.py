"""Measures jobs on a standalone cluster: measure.py URISCAN [LINKS], with pyspark installed.

Each job counts the hosts of the same links on two workers of one core; the last two also make
each link once. The figures are links per second and core, and the bytes of the shuffle, out of
the metrics of Spark. Jobs run one after the other, three rounds; the best of each is printed.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pandas as pd
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

import uriscan_spark as uriscan
from check import links
from cluster import Cluster, free_port

WORKERS = 2


def host_of(url: str) -> str | None:
    """Return the host of a URL as urllib sees it."""
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def by_urllib(df: DataFrame) -> DataFrame:
    """Count hosts with a Python function for each row."""
    return df.select(F.udf(host_of, "string")("url").alias("host")).groupBy("host").count()


def by_pandas(df: DataFrame) -> DataFrame:
    """Count hosts with a function for each batch, which calls urllib for each row all the same."""

    def hosts(urls: pd.Series) -> pd.Series:
        return urls.map(host_of)

    return df.select(F.pandas_udf(hosts, "string")("url").alias("host")).groupBy("host").count()


def by_parse_url(df: DataFrame) -> DataFrame:
    """Count hosts with Spark's own function, which gives null for what it does not read."""
    host: Column = F.lower(F.try_parse_url("url", F.lit("HOST")))
    return df.select(host.alias("host")).groupBy("host").count()


def by_parse(df: DataFrame) -> DataFrame:
    """Count hosts by the component alone."""
    return uriscan.parse(df, "url", fields=("host",)).select(F.col("uri.host").alias("host")).groupBy("host").count()


def by_all(df: DataFrame) -> DataFrame:
    """Count hosts with all components."""
    return uriscan.parse(df, "url").select(F.col("uri.host").alias("host")).groupBy("host").count()


def by_normalize(df: DataFrame) -> DataFrame:
    """Make normal forms alone."""
    return uriscan.normalize(df, "url").agg(F.sum(F.length("normalized")))


def shuffled(spark: SparkSession, group: str) -> tuple[int, float]:
    """Return the bytes that the stages of a job group have shuffled, and the seconds of their tasks."""
    app = spark.sparkContext.applicationId
    base = f"{spark.sparkContext.uiWebUrl}/api/v1/applications/{app}"
    with urllib.request.urlopen(f"{base}/jobs") as answer:
        ids = {s for job in json.load(answer) if job.get("jobGroup") == group for s in job["stageIds"]}
    with urllib.request.urlopen(f"{base}/stages") as answer:
        stages = [s for s in json.load(answer) if s["stageId"] in ids]
    return sum(s["shuffleWriteBytes"] for s in stages), sum(s["executorRunTime"] for s in stages) / 1000


def main() -> None:
    """Measure all jobs."""
    path, n = shutil.which(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    if path is None:
        sys.exit(f"{sys.argv[1]} is no program")
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    jobs: dict[str, Callable[[DataFrame], DataFrame]] = {
        "reading alone": lambda df: df.agg(F.sum(F.length("url"))),
        "hosts, urllib": by_urllib, "hosts, pandas UDF with urllib": by_pandas, "hosts, try_parse_url": by_parse_url,
        "hosts, uriscan parse": by_parse, "hosts, uriscan parse of all components": by_all, "uriscan normalize": by_normalize,
        "each link once, dropDuplicates, no normal form": lambda df: df.dropDuplicates(["url"]).agg(F.count("*")),
        "each link once, uriscan": lambda df: uriscan.dedupe(df, "url").agg(F.count("*")),
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(path, folder / "uriscan")
        (folder / "links").mkdir()
        lines = links(n, 10)
        for i in range(2 * WORKERS):
            text = "".join(f"{line}\n" for line in lines[i :: 2 * WORKERS])
            (folder / "links" / f"{i}.txt").write_text(text)
        cluster = Cluster(folder, WORKERS)
        try:
            spark = cluster.session(**{
                "spark.files": str(folder / "uriscan"), "spark.submit.pyFiles": ",".join([uriscan.__file__, __file__]),
                "spark.ui.enabled": "true", "spark.ui.port": str(free_port()),
            })  # fmt: skip
            df = spark.read.text(str(folder / "links")).withColumnRenamed("value", "url")
            best: dict[str, tuple[float, int]] = {}
            for round_ in range(3):
                for what, job in jobs.items():
                    group = f"{round_} {what}"
                    spark.sparkContext.setJobGroup(group, what)
                    began = time.monotonic()
                    job(df).write.format("noop").mode("overwrite").save()
                    took = time.monotonic() - began
                    size, seconds = shuffled(spark, group)
                    rate = n / seconds
                    if rate > best.get(what, (0, 0))[0]:
                        best[what] = (rate, size)
                    print(f"{round_} {took:6.2f} s, {seconds:6.2f} s of tasks  {what}", file=sys.stderr, flush=True)
            print("| job | links per second of a task | bytes shuffled for a link |\n| --- | --- | --- |")
            for what, (rate, size) in best.items():
                print(f"| {what} | {rate:,.0f} | {size / n:.1f} |")
            spark.stop()
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()

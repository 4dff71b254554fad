"""Checks uriscan_spark.py on a real cluster: check.py URISCAN, with pyspark installed.

It starts a standalone master and three workers of one core, and compares what jobs give there
with what the command gives on this machine: over 1, 3 and 50 shards, plain and compressed,
with most links of one host, and with a worker killed.
"""

from __future__ import annotations

import gzip
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import uriscan_spark as uriscan
from cluster import HOST, PACKAGE, Cluster

ODD = [
    None, "", "http://h/", "a\nb", "a\tb", "a\0b", "http://h/%zz", "http://[::1", "//h:?#", "mailto:a@b", "\\N", "é",
    "http://u@h:1/p?q#f", "x" * 70_000, "a\r", "HTTP://h:80/%7e", '"', '"a"', "http://h/" + "%41" * 30_000, " ", "/..",
]  # fmt: skip


def command(uriscan_path: str, args: str, text: bytes) -> bytes:
    """Return what the command prints."""
    done = subprocess.run([uriscan_path, *args.split()], input=text, capture_output=True, check=False)
    if done.returncode > 1:
        raise RuntimeError(f"uriscan {args}: {done.stderr.decode()}")
    return done.stdout


def links(n: int, hot: int) -> list[str]:
    """Return n links: hot in 100 have one host, many are equivalent, and some are bad."""
    rng = random.Random(n)
    made = []
    for _ in range(n):
        host = "hot.example" if rng.randrange(100) < hot else f"h{rng.randrange(n // 20 + 1)}.example"
        scheme, port = rng.choice([("http", ""), ("HTTP", ""), ("http", ":80"), ("http", ":")])
        path = rng.choice(["", "/", "/a/../", "/%7eu", "/~u", f"/{rng.randrange(n // 4 + 1)}", "/x y", "/%zz"])
        made.append(f"{scheme}://{rng.choice([host, host.upper()])}{port}{path}")
    return made


class Checks:
    """What is compared, on one cluster."""

    def __init__(self, spark: SparkSession, cluster: Cluster, folder: Path, path: str) -> None:
        self.spark, self.cluster, self.folder, self.path = spark, cluster, folder, path

    def local(self, args: str, lines: list[str]) -> list[str]:
        """Return the lines that the command makes of lines."""
        out = command(self.path, args, "".join(f"{line}\n" for line in lines).encode())
        return out.decode().split("\n")[:-1]

    def shards(self, lines: list[str], n: int, packed: bool) -> DataFrame:
        """Return a frame of the columns n, which counts from 0, and url, out of n files."""
        folder = self.folder / f"{len(lines)}.{n}.{packed}"
        folder.mkdir()
        for i in range(n):
            part = range(i * len(lines) // n, (i + 1) * len(lines) // n)
            text = "".join(f"{k}\t{lines[k]}\n" for k in part).encode()
            (folder / f"{i:02}.txt{'.gz' * packed}").write_bytes(gzip.compress(text) if packed else text)
        pair = F.split("value", "\t", 2)
        return self.spark.read.text(str(folder)).select(pair[0].cast("int").alias("n"), pair[1].alias("url"))

    def odd_values(self) -> None:
        """Whatever a string has in it, there is one row for it, and only it decides which."""
        df = self.spark.createDataFrame([(i, u) for i, u in enumerate(ODD)], "n int, url string").repartition(3)
        rows = uriscan.key(uriscan.normalize(uriscan.parse(df, "url"), "url"), "url").orderBy("n").collect()
        equal("rows", [(r["n"], r["url"]) for r in rows], list(enumerate(ODD)))
        for r in rows:
            if r["url"] is None:
                equal("null", (r["uri"], r["normalized"], r["key"]), (None, None, None))
                continue
            url = r["url"].encode().replace(b"\0", b"\1") + b"\0"
            cells = command(self.path, "parse --null --rows", url).decode().rstrip("\n").split("\t")
            names = ["valid", *uriscan.FIELDS, "error_kind", "error_offset"]
            want = dict(zip(names, (None if c == "\\N" else c for c in cells), strict=True))
            got, fault = r["uri"].asDict(), r["uri"]["fault"]
            got |= {"valid": str(got["valid"]).lower(), "error_kind": None, "error_offset": None}
            if fault:
                got |= {"error_kind": fault["kind"], "error_offset": str(fault["offset"])}
            del got["fault"]
            equal(f"parse of {url[:80]!r}", got, want)
            normal = command(self.path, "normalize --null --rows --quiet", url)[:-1].decode()
            equal(f"normalize of {url[:80]!r}", r["normalized"] or "", "" if normal == "\\N" else normal)
            digits = command(self.path, "normalize --key --null --rows --quiet", url)[:-1].decode()
            equal(f"key of {url[:80]!r}", r["key"] and r["key"].hex(), None if digits == "\\N" else digits)

    def dedupe(self, n: int, shards: int, hot: int, packed: bool) -> None:
        """The first lines by number, and the smallest ones, are those of dedupe."""
        lines = links(n, hot)
        df = self.shards(lines, shards, packed)
        ordered = [r["url"] for r in uriscan.dedupe(df, "url", ["n"]).orderBy("n").collect()]
        equal("dedupe by order", ordered, self.local("dedupe --quiet", lines))
        smallest = sorted(r["url"] for r in uriscan.dedupe(df, "url").collect())
        equal("smallest", smallest, self.local("dedupe --quiet", sorted(lines)))

    def crawl(self, n: int, shards: int, hot: int, packed: bool, during: Callable[[], None] | None = None) -> None:
        """The crawl job gives what resolve, dedupe and stats give."""
        lines = links(n, hot)
        for i in range(0, n, 3):
            odd = ["../x y", f"//H{i % 7}.example/é", "?q", "%", "http://h b/", f"http://Bücher{i % 7}.example/"]
            lines[i] = odd[i // 3 % len(odd)]
        page = "http://page.example:80/a/b"
        df = self.shards(lines, shards, packed).withColumn("page", F.lit(page))
        job = uriscan.crawl(df, "page", "url", ["n"])
        if during:
            threading.Thread(target=during, daemon=True).start()
        kept = job.kept.orderBy("n").collect()
        pairs = self.local("resolve --pairs --repair --rows --quiet", [f"{page}\t{line}" for line in lines])
        targets = [t for t in pairs if t != "\\N"]
        equal("kept", [r["target"] for r in kept], self.local("dedupe", targets))
        equal("links", sum(r["links"] for r in kept), len(targets))
        equal("bad", job.bad.count(), len(lines) - len(targets))
        hosts: dict[str, list[int]] = {}
        for which, list_ in enumerate((targets, [r["target"] for r in kept])):
            for host in self.local("parse --format {host|\\\\N}", self.local("normalize", list_)):
                hosts.setdefault(host, [0, 0])[which] += 1
        got = {r["host"] or "\\N": [r["links"], r["pages"]] for r in job.hosts.collect()}
        equal("hosts", got, hosts)

    def pipe(self) -> None:
        """A pipe gives a row for each row."""
        lines = links(1000, 10)
        rdd = self.spark.sparkContext.parallelize(lines, 7)
        rows = rdd.pipe(f"{self.path} normalize --rows --quiet -j 1", checkCode=True).collect()
        equal("pipe", rows, self.local("normalize --rows --quiet", lines))

    def killed(self) -> None:
        """A worker is killed while tasks run, and the answer stays the same."""
        done = threading.Event()
        at: list[int] = []

        def kill_one() -> None:
            status = self.spark.sparkContext.statusTracker()
            while not done.is_set():
                for stage in status.getActiveStageIds():
                    info = status.getStageInfo(stage)
                    if info and info.numActiveTasks > 0 and info.numCompletedTasks > 0:
                        self.cluster.kill_worker()
                        return at.append(info.numTasks - info.numCompletedTasks)
                time.sleep(0.02)

        self.crawl(60_000, 50, 90, False, kill_one)
        done.set()
        equal("a worker was killed before its last task", len(at) == 1 and at[0] > 0, True)
        self.cluster.wait(3)

    def submit(self) -> None:
        """The file by itself is the crawl job. No other job may be running."""
        page = "http://page.example/a/"
        pairs = [f"{page}\t{link}" for link in links(1000, 50)] + ["no page", f"{page}\ta\tb", f"{page}\tc d\r", f"{page}\t"]
        source, to = self.folder / "links.txt", self.folder / "out"
        source.write_bytes("".join(f"{pair}\n" for pair in pairs).encode())
        done = subprocess.run(
            [PACKAGE / "bin/spark-submit", "--master", self.cluster.url, "--files", self.folder / "uriscan",
             "--conf", f"spark.driver.host={HOST}", "--conf", "spark.executor.memory=800m", uriscan.__file__,
             "--profile", "crawl-v1", source, to],
            env=os.environ | {"SPARK_HOME": str(PACKAGE), "SPARK_LOCAL_IP": HOST, "PYSPARK_PYTHON": sys.executable},
            capture_output=True, check=False,
        )  # fmt: skip
        equal(f"exit status, with {done.stderr.decode()[-2000:]}", done.returncode, 0)

        def rows(name: str) -> list[str]:
            return sorted(line for file in (to / name).glob("part-*") for line in file.read_text().splitlines())

        made = self.local("resolve --pairs --repair --key --profile crawl-v1 --with-target --quiet", pairs)
        classes: dict[str, list[str]] = {}
        for line in made:
            key, host, target = line.split("\t")
            classes.setdefault(key, []).append(f"{target}\t{host}")
        equal("kept", rows("kept"), sorted(f"{min(all_)}\t{len(all_)}\t{key}" for key, all_ in classes.items()))
        equal("bad", len(rows("bad")), len(pairs) - len(made))
        equal("hosts", sum(int(row.split("\t")[2]) for row in rows("hosts")), len(classes))

    def failing(self) -> None:
        """What a child says when it fails is the error of the job."""
        df = self.spark.createDataFrame([("http://h/",)] * 100, "url string")
        try:
            uriscan.run(df, ["url"], ["normalize", "--level", "none"], ["x"]).count()
        except Exception as error:  # noqa: BLE001: of Py4J, whose text is what counts
            equal("error", "it must be one of syntax, scheme" in str(error) and "exit status 2" in str(error), True)
        else:
            raise AssertionError("a child that fails is no error")


def equal(what: str, got: object, want: object) -> None:
    """Compare an answer with what it is to be."""
    if got != want:
        raise AssertionError(f"{what}: got {str(got)[:1000]}, want {str(want)[:1000]}")


def main() -> None:
    """Run all checks."""
    path = shutil.which(sys.argv[1])
    if path is None:
        sys.exit(f"{sys.argv[1]} is no program")
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(path, folder / "uriscan")
        began = time.monotonic()
        cluster = Cluster(folder, 3)
        try:
            files = f"{folder / 'uriscan'}"
            spark = cluster.session(**{"spark.files": files, "spark.submit.pyFiles": uriscan.__file__})
            c = Checks(spark, cluster, folder, path)
            for what, check in {
                "odd values": c.odd_values,
                "dedupe, 1 shard": lambda: c.dedupe(2000, 1, 10, False),
                "dedupe, 3 shards, compressed": lambda: c.dedupe(3000, 3, 90, True),
                "dedupe, 50 shards": lambda: c.dedupe(4000, 50, 10, False),
                "dedupe, 50 shards, compressed": lambda: c.dedupe(4000, 50, 90, True),
                "crawl, 1 shard, compressed": lambda: c.crawl(2001, 1, 10, True),
                "crawl, 3 shards": lambda: c.crawl(3001, 3, 90, False),
                "crawl, 50 shards, compressed": lambda: c.crawl(5000, 50, 90, True),
                "pipe": c.pipe,
                "a child that fails": c.failing,
                "crawl, 50 shards, a worker killed": c.killed,
            }.items():
                check()
                print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)
            spark.stop()
            c.submit()
            print(f"{time.monotonic() - began:6.1f} s  spark-submit", flush=True)
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()

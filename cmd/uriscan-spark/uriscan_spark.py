"""The functions of uriscan on columns of Spark data frames.

    spark-submit --files uriscan uriscan_spark.py --profile crawl-v1 IN OUT

runs the crawl job; other jobs ship this file with --py-files and import it:

    from uriscan_spark import parse, key, dedupe
    parse(df, "url").select("uri.host", "uri.fault.kind")

Each partition has one child process, the command uriscan with --rows, which answers each row
with one row. Rows go to it and come back as Arrow arrays: no Python code runs for a single row.
At most AHEAD batches are on their way, so a slow child slows its input down. If a child fails,
so does its task, with what the child has said, and Spark tries the task again.
"""

from __future__ import annotations

import argparse
import itertools
import os
import queue
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pcsv
from pyspark import SparkFiles
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

AHEAD = 4  # batches that a child may have before their rows are taken
END = b"\0"  # of a row
PIECE = 1 << 20  # bytes that are read of a child at once

FIELDS = (
    "form", "scheme", "authority", "userinfo", "host", "host_kind", "port", "path", "query", "fragment", "path_kind",
)  # fmt: skip

Batches = Iterator[pa.RecordBatch]


def executable() -> str:
    """Return the path of the command: $URISCAN, or the file that --files has shipped."""
    return os.environ.get("URISCAN") or SparkFiles.get("uriscan")


def payload(columns: list[pa.Array]) -> memoryview:
    """Return rows of text, their columns joined by TAB, each row ended by NUL.

    NUL, and TAB in all columns but the last, are in no reference: another control that is in
    none takes their place, so that rows stay rows and are bad for the same reason. Null is
    sent as an empty row.
    """
    texts = []
    for i, column in enumerate(columns):
        text = pc.fill_null(column.cast(pa.large_binary()), b"")
        for control in (b"\0", b"\t") if i < len(columns) - 1 else (b"\0",):
            text = pc.replace_substring(text, control, b"\1")
        texts.append(text)
    tab, end, empty = (pa.scalar(b, pa.large_binary()) for b in (b"\t", b"\0", b""))
    row = texts[0] if len(texts) == 1 else pc.binary_join_element_wise(*texts, tab)
    rows = pc.binary_join_element_wise(row, empty, end)
    _, offsets, data = rows.buffers()
    if data is None:
        return memoryview(b"")
    ends = np.frombuffer(offsets, np.int64)[rows.offset : rows.offset + len(rows) + 1]
    return memoryview(data)[ends[0] : ends[-1]]


class Child:
    """A child process that answers each row with one row."""

    def __init__(self, args: list[str], batches: Batches, columns: list[str]) -> None:
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [executable(), *args, "--rows", "--quiet", "--null", "-j", "1"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, bufsize=0,
        )
        self.args, self.columns = args, columns
        self.sent: queue.Queue[pa.RecordBatch | None] = queue.Queue(AHEAD)
        self.broken: BaseException | None = None  # why not all was sent
        self.read = bytearray()
        self.stopped = threading.Event()
        threading.Thread(target=self.feed, args=(batches,), daemon=True).start()

    def put(self, item: pa.RecordBatch | None) -> None:
        """Put item in the queue unless nobody takes it any more."""
        while not self.stopped.is_set():
            try:
                return self.sent.put(item, timeout=1)
            except queue.Full:
                pass

    def feed(self, batches: Batches) -> None:
        """Send the rows of batches, and then the end of the input."""
        try:
            for batch in batches:
                self.put(batch)
                rest = payload([batch.column(batch.schema.get_field_index(c)) for c in self.columns])
                while len(rest) > 0:
                    rest = rest[self.process.stdin.write(rest) :]
            self.put(None)
        except BaseException as error:  # of Spark, or of this file: the other thread raises it
            self.broken = error
            self.put(None)
        finally:
            self.process.stdin.close()

    def take(self, n: int) -> bytes:
        """Return the next n rows, with their ends."""
        have = self.read.count(END)
        while have < n:
            piece = self.process.stdout.read(PIECE)
            if not piece:
                self.fail(f"{have} rows for {n}")
            self.read += piece
            have += piece.count(END)
        cut = len(self.read)
        if have > n:
            ends = np.frombuffer(bytes(self.read), np.uint8) == END[0]
            cut = int(np.flatnonzero(ends)[n - 1]) + 1 if n > 0 else 0
        rows = bytes(self.read[:cut])
        del self.read[:cut]
        return rows

    def fail(self, what: str) -> None:
        """Raise what the child has said, and how it ended."""
        if self.broken and not isinstance(self.broken, BrokenPipeError):
            raise self.broken
        status = self.process.wait()
        self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, self.errors.tell() - 4096))
        says = self.errors.read().decode("utf-8", "replace").strip()
        raise RuntimeError(f"uriscan {' '.join(self.args)}: {what}, exit status {status}: {says}")

    def answers(self) -> Iterator[tuple[pa.RecordBatch, bytes]]:
        """Yield each batch with its rows."""
        while (batch := self.sent.get()) is not None:
            yield batch, self.take(batch.num_rows)
        if self.broken:
            self.fail("not all rows were sent")
        if self.process.stdout.read(1) or self.process.wait() != 0 or self.read:
            self.fail("it did not end with the last row")

    def stop(self) -> None:
        """End the child, also in the middle of its rows."""
        self.stopped.set()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


def table(rows: bytes, names: list[str]) -> pa.Table:
    """Return rows of TSV, in which \\N is null and an empty field is empty."""
    if not rows:
        return pa.table({name: pa.array([], pa.string()) for name in names})
    return pcsv.read_csv(
        pa.BufferReader(rows.replace(END, b"\n")),
        pcsv.ReadOptions(column_names=names, use_threads=False, block_size=len(rows) + 1),
        pcsv.ParseOptions(delimiter="\t", quote_char=False, ignore_empty_lines=False),
        pcsv.ConvertOptions(
            column_types={name: pa.string() for name in names},
            null_values=["\\N"], strings_can_be_null=True, quoted_strings_can_be_null=True,
        ),
    )


def run(df: DataFrame, columns: list[str], args: list[str], names: list[str]) -> DataFrame:
    """Return df with the columns that a child makes of some of its own, all of them strings.

    A row that is null in the last of columns gets nulls.
    """

    def work(batches: Batches) -> Batches:
        head = next(batches, None)
        if head is None:
            return
        child = Child(args, itertools.chain([head], batches), columns)
        try:
            for batch, rows in child.answers():
                made = table(rows, names)
                if made.num_rows != batch.num_rows:
                    child.fail(f"{made.num_rows} rows for {batch.num_rows}")
                present = batch.column(batch.schema.get_field_index(columns[-1])).is_valid()
                arrays = list(batch.columns)
                for name in names:
                    array = made.column(name).combine_chunks()
                    array = array.chunk(0) if isinstance(array, pa.ChunkedArray) else array
                    arrays.append(pc.if_else(present, array, pa.scalar(None, pa.string())))
                yield pa.RecordBatch.from_arrays(arrays, [*batch.schema.names, *names])
        finally:
            child.stop()

    schema = T.StructType([*df.schema.fields, *(T.StructField(name, T.StringType()) for name in names)])
    return df.mapInArrow(work, schema)


def unused(df: DataFrame, names: list[str]) -> dict[str, str]:
    """Return names like those given that df does not have."""
    taken = {name.lower() for name in df.columns}
    prefix = "_"
    while any((prefix + name).lower() in taken for name in names):
        prefix += "_"
    return {name: prefix + name for name in names}


def parse(df: DataFrame, url: str, to: str = "uri", fields: tuple[str, ...] = FIELDS) -> DataFrame:
    """Return df with a struct of the components of a column.

    It has valid, then fields, and then fault, with kind and offset. A component is null if it
    is undefined, and empty if it is empty. fault is null for a valid reference, and all fields
    for one that is not. The struct is null where url is. fields may be any of uriscan parse
    --format except value, which is url itself and may have line breaks in it.
    """
    own = unused(df, [*fields, "kind", "byte"])
    kind, byte = F.col(own["kind"]), F.col(own["byte"])
    template = "\t".join(f"{{{name}|\\\\N}}" for name in own)
    rows = run(df, [url], ["parse", "--format", template], list(own.values()))
    fault = F.when(kind.isNotNull(), F.struct(kind.alias("kind"), (byte.cast("int") - 1).alias("offset")))
    parts = [kind.isNull().alias("valid"), *(F.col(own[name]).alias(name) for name in fields), fault.alias("fault")]
    return rows.withColumn(to, F.when(F.col(url).isNotNull(), F.struct(*parts))).drop(*own.values())


def ladder(level: str, profile: str | None) -> list[str]:
    """Return the flags that say what is equivalent."""
    return ["--profile", profile] if profile else ["--level", level]


def normalize(df: DataFrame, url: str, level: str = "scheme", to: str = "normalized") -> DataFrame:
    """Return df with the normal form of a column, null if that is not a reference."""
    return run(df, [url], ["normalize", "--level", level], [to])


def key(df: DataFrame, url: str, level: str = "scheme", profile: str | None = None, to: str = "key") -> DataFrame:
    """Return df with 16 bytes that are the same for equivalent references, null for bad ones.

    They are the first half of the SHA-256 of the normal form, or of the key of the profile.
    """
    rows = run(df, [url], ["normalize", "--key", *ladder(level, profile)], [to])
    return rows.withColumn(to, F.unhex(to))


def first(rows: DataFrame, order: list[str], string: str, by: str) -> DataFrame:
    """Return the first row of each value of by: by the columns of order, and then by string."""
    columns = [name for name in rows.columns if name != by]
    ranked = F.min_by(F.struct(*columns), F.struct(*order, string))
    return rows.groupBy(by).agg(ranked.alias("_first")).select(*(F.col(f"_first.`{c}`").alias(c) for c in columns), by)


def dedupe(
    df: DataFrame, url: str, order: list[str] | None = None, level: str = "scheme", profile: str | None = None
) -> DataFrame:
    """Return the first row of each class of equivalent references.

    First is that by the columns of order, and of those that are equal there, or without order,
    the one with the smallest string in bytes. Rows that are null or not references are left
    out: key finds them, too.
    """
    by = unused(df, ["key"])["key"]
    rows = key(df, url, level, profile, by).where(F.col(by).isNotNull())
    return first(rows, order or [], url, by).drop(by)


class Crawl(NamedTuple):
    """What the crawl job makes of links. All three come of rows: persist that to save work."""

    rows: DataFrame  # the links with key, host and target, all three null if a link is bad
    kept: DataFrame  # the first of each class, with key, host, target and how many links it has
    hosts: DataFrame  # host, links and pages: how many links, and how many classes they are
    bad: DataFrame  # the links that are not references, as they were


def crawl(
    df: DataFrame, page: str, link: str, order: list[str] | None = None, level: str = "scheme",
    profile: str | None = None, repair: bool = True,
) -> Crawl:
    """Return the links of pages, repaired, resolved against their pages and each once."""
    if taken := {"key", "host", "target", "links"} & {name.lower() for name in df.columns}:
        raise ValueError(f"the job makes columns that there are already: {', '.join(sorted(taken))}")
    args = ["resolve", "--pairs", "--key", "--with-target", *ladder(level, profile)] + ["--repair"] * repair
    rows = run(df, [page, link], args, ["key", "host", "target"]).withColumn("key", F.unhex("key"))
    good = rows.where(F.col("key").isNotNull())
    columns = [name for name in rows.columns if name != "key"]
    ranked = F.min_by(F.struct(*columns), F.struct(*(order or []), "target"))
    kept = good.groupBy("key").agg(ranked.alias("_first"), F.count("*").alias("links"))
    kept = kept.select(*(F.col(f"_first.`{c}`").alias(c) for c in columns), "key", "links")
    pages = kept.groupBy("host").agg(F.count("*").alias("pages"))
    hosts = good.groupBy("host").agg(F.count("*").alias("links"))
    hosts = hosts.join(pages, hosts["host"].eqNullSafe(pages["host"]), "left").select(hosts["host"], "links", "pages")
    bad = rows.where(F.col("key").isNull() & F.col(page).isNotNull()).select(*df.columns)
    return Crawl(rows, kept, hosts, bad)


def main() -> None:
    """Run the crawl job on lines of page TAB link."""
    parser = argparse.ArgumentParser(description="Repair, resolve and deduplicate links with Spark.")
    parser.add_argument("input", help="files of lines, page TAB link, plain or compressed")
    parser.add_argument("output", help="a folder for kept, hosts and bad")
    parser.add_argument("--profile", help="compare by this profile instead of a level")
    parser.add_argument("--level", default="scheme", choices=["syntax", "scheme"])
    parser.add_argument("--no-repair", action="store_true", help="take links as they are")
    args = parser.parse_args()
    spark = SparkSession.builder.getOrCreate()
    lines = spark.read.text(args.input, lineSep="\n")
    pair = F.split(F.regexp_replace("value", "\r\\z", ""), "\t", 2)
    links = lines.select(pair[0].alias("page"), F.get(pair, 1).alias("link"))
    job = crawl(links, "page", "link", level=args.level, profile=args.profile, repair=not args.no_repair)
    job.rows.persist()
    host = F.coalesce("host", F.lit("\\N"))
    for name, frame, columns in (
        ("kept", job.kept, ("target", host, "links", F.lower(F.hex("key")))),
        ("hosts", job.hosts, (host, "links", "pages")),
        ("bad", job.bad, ("page", "link")),
    ):
        frame.select(F.concat_ws("\t", *columns)).write.mode("overwrite").text(f"{args.output}/{name}")
    spark.stop()


if __name__ == "__main__":
    main()

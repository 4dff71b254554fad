"""A standalone Spark cluster on this machine, of the package that pip has installed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

HOST = "127.0.0.1"
PACKAGE = Path(pyspark.__file__).parent


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as s:
        s.bind((HOST, 0))
        return s.getsockname()[1]


class Cluster:
    """A master and workers, each a process group of its own, whose files are in a folder."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        self.port, self.web = free_port(), free_port()
        self.url = f"spark://{HOST}:{self.port}"
        self.started = 0
        self.workers: list[subprocess.Popen[bytes]] = []
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that stop is called
        self.master = self.start("master.Master", "--host", HOST, "--port", str(self.port), "--webui-port", str(self.web))
        try:
            for _ in range(workers):
                self.add_worker()
            self.wait(workers)
        except BaseException:
            self.stop()
            raise

    def start(self, name: str, *args: str) -> subprocess.Popen[bytes]:
        """Start a daemon of Spark."""
        self.started += 1
        log = open(self.folder / f"{self.started}.{name}.log", "wb")
        env = os.environ | {
            "SPARK_HOME": str(PACKAGE), "SPARK_LOCAL_IP": HOST, "PYSPARK_PYTHON": sys.executable,
            "SPARK_LOCAL_DIRS": str(self.folder / "local"), "SPARK_DAEMON_MEMORY": "256m",
        }
        command = [str(PACKAGE / "bin/spark-class"), f"org.apache.spark.deploy.{name}", *args]
        return subprocess.Popen(command, stdout=log, stderr=log, env=env, start_new_session=True)

    def add_worker(self) -> None:
        """Start a worker with one core."""
        self.workers.append(self.start(
            "worker.Worker", "--host", HOST, "--cores", "1", "--memory", "1g", "--webui-port", str(free_port()),
            "--work-dir", str(self.folder / "work"), self.url,
        ))  # fmt: skip

    def alive(self) -> int:
        """Return how many workers the master knows to be alive."""
        try:
            with urllib.request.urlopen(f"http://{HOST}:{self.web}/json/", timeout=2) as answer:
                return answer.read().count(b'"ALIVE"') - 1  # one is the master
        except OSError:
            return -1

    def wait(self, workers: int) -> None:
        """Wait until that many workers are alive."""
        for _ in range(240):
            if self.alive() >= workers:
                return
            time.sleep(0.5)
        raise TimeoutError(f"{self.alive()} workers of {workers} are there after two minutes: see {self.folder}")

    def kill_worker(self) -> None:
        """Kill a worker with its executors, and start another one."""
        kill(self.workers.pop(0))
        self.add_worker()

    def stop(self) -> None:
        """Kill all of it."""
        for process in [*self.workers, self.master]:
            kill(process)

    def session(self, **options: str) -> SparkSession:
        """Return a session on the cluster."""
        os.environ |= {"SPARK_LOCAL_IP": HOST, "PYSPARK_PYTHON": sys.executable}
        settings = {
            "spark.driver.host": HOST, "spark.driver.memory": "1g", "spark.executor.memory": "800m",
            "spark.executor.memoryOverhead": "200m", "spark.sql.shuffle.partitions": "4",
            "spark.ui.showConsoleProgress": "false", "spark.default.parallelism": "2", "spark.log.level": "ERROR",
        }
        builder = SparkSession.builder.master(self.url).appName("uriscan")
        for name, value in (settings | options).items():
            builder = builder.config(name, value)
        return builder.getOrCreate()


def descendants(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, []).append(int(entry.name))
    found = [pid]
    for one in found:
        found.extend(children.get(one, []))
    return found[1:]


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all that it has started."""
    for pid in [process.pid, *descendants(process.pid)]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()

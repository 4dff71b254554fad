//! The clock.

use crate::{
    corpus::Corpus,
    peers::{Answer, Peer},
    truth,
};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// Measures a peer and returns the line of output.
pub fn line(peer: &Peer, corpus: &Corpus, time: Duration) -> String {
    let wrong = wrong(peer, corpus);
    let mut at = 0;
    let mut operations = 0u32;
    let mut bytes = 0;
    let mut spent = Duration::ZERO;
    let mut lines = corpus.window(at);
    let pass = if corpus.is_cold() { pass_bytes } else { pass };
    pass(peer, &lines); // once, for the branch predictor and the allocator
    while spent < time {
        if corpus.is_cold() {
            at += lines.len();
            lines = corpus.window(at);
        }
        bytes += lines.iter().map(|l| l.len()).sum::<usize>();
        let began = Instant::now();
        pass(peer, &lines);
        spent += began.elapsed();
        operations += 1;
    }
    let each = spent.as_nanos() as f64 / f64::from(operations);
    format!(
        "BenchmarkParse/corpus={}/impl={}/in={}\t{}\t{:.0} ns/op\t{:.2} MB/s\t{:.2} ns/URL\t{} wrong",
        corpus.kind,
        peer.name,
        if corpus.is_cold() { "bytes" } else { "string" },
        operations,
        each,
        bytes as f64 / spent.as_secs_f64() / 1e6,
        each / lines.len() as f64,
        wrong,
    )
}

fn pass(peer: &Peer, lines: &[&str]) {
    let mut sum = 0;
    for line in lines {
        sum += (peer.parse)(line);
    }
    black_box(sum);
}

/// A file has bytes, which these crates do not take: a program that has read
/// them must first check whether they are UTF-8.
fn pass_bytes(peer: &Peer, lines: &[&str]) {
    let mut sum = 0;
    for line in lines {
        sum += str::from_utf8(black_box(line.as_bytes())).map_or(0, peer.parse);
    }
    black_box(sum);
}

/// Counts the lines of the first operation for which the peer is wrong.
fn wrong(peer: &Peer, corpus: &Corpus) -> usize {
    let right = |line: &&str| match (peer.answer)(line) {
        Answer::Refused => !corpus.valid(),
        Answer::Accepted => corpus.valid(),
        Answer::Fields(fields) => corpus.valid() && fields == truth::split(line),
    };
    corpus.window(0).iter().filter(|line| !right(line)).count()
}

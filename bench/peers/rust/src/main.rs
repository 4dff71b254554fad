//! Measures how fast crates parse the references of files. It prints results like
//! `go test -bench`, so that one table has both.
//!
//! ```text
//! uriscan-peers MILLISECONDS FILE...
//! ```
//!
//! A file is a corpus with the name of its kind, such as `web.txt`, and one
//! reference in each line. Each crate runs for that many milliseconds on each file.
//! Before that, its answer for every line is compared with the expression of RFC
//! 3986, Appendix B; the last figure of a line of output is the number of wrong lines.

mod corpus;
mod measure;
mod peers;
mod truth;

use std::{env, process::exit, time::Duration};

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let Some(time) = args.first().and_then(|a| a.parse().ok()) else {
        eprintln!("usage: uriscan-peers MILLISECONDS FILE...");
        exit(2);
    };
    for path in &args[1..] {
        let corpus = corpus::Corpus::read(path).unwrap_or_else(|error| {
            eprintln!("uriscan-peers: {path}: {error}");
            exit(1);
        });
        for peer in peers::ALL {
            println!(
                "{}",
                measure::line(peer, &corpus, Duration::from_millis(time))
            );
        }
    }
}

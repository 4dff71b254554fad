//! The references of a file.

use std::{fs, io, path::Path};

/// The number of lines of kind `cold` in an operation, as in the Go benchmarks.
const WINDOW: usize = 8192;

/// A text and the offsets of its lines.
pub struct Corpus {
    pub kind: String,
    text: String,
    lines: Vec<(usize, usize)>,
}

impl Corpus {
    /// Reads a file. These crates take `str`: bytes that are not UTF-8 become
    /// U+FFFD, which RFC 3986 refuses in the same place.
    pub fn read(path: &str) -> io::Result<Corpus> {
        let bytes = fs::read(path)?;
        let kind = Path::new(path).file_stem().unwrap_or_default();
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split_terminator('\n') {
            lines.push((start, start + line.len()));
            start += line.len() + 1;
        }
        if lines.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "no lines"));
        }
        let kind = kind.to_string_lossy().into_owned();
        Ok(Corpus { kind, text, lines })
    }

    /// Whether the lines are URI references.
    pub fn valid(&self) -> bool {
        self.kind != "refused" && !self.kind.starts_with("invalid-")
    }

    /// Whether there are more lines than a cache holds, each to be read once.
    pub fn is_cold(&self) -> bool {
        self.kind == "cold"
    }

    /// The number of lines of one operation: all, except of `cold`.
    pub fn operation(&self) -> usize {
        if self.is_cold() {
            self.lines.len().min(WINDOW)
        } else {
            self.lines.len()
        }
    }

    /// The lines of an operation that begins with line `at`. The first line follows
    /// the last. The text itself is not read.
    pub fn window(&self, at: usize) -> Vec<&str> {
        (at..at + self.operation())
            .map(|i| {
                let (start, end) = self.lines[i % self.lines.len()];
                &self.text[start..end]
            })
            .collect()
    }
}

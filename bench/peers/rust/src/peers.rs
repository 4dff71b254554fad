//! The crates: the functions to measure, and the answer of each for a line.

use crate::truth::Fields;
use fluent_uri::UriRef;
use iri_string::types::UriReferenceStr;

/// A crate to measure.
pub struct Peer {
    pub name: &'static str,
    /// Parses and returns a part of the answer; 0 if it refuses.
    pub parse: fn(&str) -> usize,
    /// Its answer for a line, `None` if it refuses.
    pub answer: fn(&str) -> Answer,
}

/// An answer for a line.
pub enum Answer {
    Refused,
    /// Accepted, by a function that returns no components.
    Accepted,
    Fields(Fields),
}

pub const ALL: &[Peer] = &[
    Peer {
        name: "fluent-uri",
        parse: fluent_uri,
        answer: fluent_uri_answer,
    },
    Peer {
        name: "iri-string",
        parse: iri_string,
        answer: iri_string_answer,
    },
    Peer {
        name: "url",
        parse: url_crate,
        answer: url_crate_answer,
    },
    Peer {
        name: "ada-url",
        parse: ada_url,
        answer: ada_url_answer,
    },
    Peer {
        name: "ada-url-can-parse",
        parse: ada_can_parse,
        answer: ada_can_parse_answer,
    },
];

fn fluent_uri(line: &str) -> usize {
    UriRef::parse(line).map_or(0, |u| u.path().len())
}

fn fluent_uri_answer(line: &str) -> Answer {
    let Ok(u) = UriRef::parse(line) else {
        return Answer::Refused;
    };
    Answer::Fields(Fields {
        scheme: u.scheme().map_or("", |s| s.as_str()).into(),
        authority: u.authority().map_or("", |a| a.as_str()).into(),
        path: u.path().as_str().into(),
        query: u.query().map_or("", |q| q.as_str()).into(),
        fragment: u.fragment().map_or("", |f| f.as_str()).into(),
    })
}

/// It keeps no offsets: it validates, and splits when a component is requested.
fn iri_string(line: &str) -> usize {
    UriReferenceStr::new(line).map_or(0, |u| u.path_str().len())
}

fn iri_string_answer(line: &str) -> Answer {
    let Ok(u) = UriReferenceStr::new(line) else {
        return Answer::Refused;
    };
    Answer::Fields(Fields {
        scheme: u.scheme_str().unwrap_or_default().into(),
        authority: u.authority_str().unwrap_or_default().into(),
        path: u.path_str().into(),
        query: u.query_str().unwrap_or_default().into(),
        fragment: u.fragment_str().unwrap_or_default().into(),
    })
}

fn url_crate(line: &str) -> usize {
    url::Url::parse(line).map_or(0, |u| u.path().len())
}

fn url_crate_answer(line: &str) -> Answer {
    let Ok(u) = url::Url::parse(line) else {
        return Answer::Refused;
    };
    Answer::Fields(Fields {
        scheme: u.scheme().into(),
        authority: u.authority().into(),
        path: u.path().into(),
        query: u.query().unwrap_or_default().into(),
        fragment: u.fragment().unwrap_or_default().into(),
    })
}

fn ada_url(line: &str) -> usize {
    ada_url::Url::parse(line, None).map_or(0, |u| u.pathname().len())
}

fn ada_url_answer(line: &str) -> Answer {
    let Ok(u) = ada_url::Url::parse(line, None) else {
        return Answer::Refused;
    };
    let mut authority = u.host().to_string();
    if u.has_credentials() {
        authority = match u.password() {
            "" => format!("{}@{}", u.username(), authority),
            password => format!("{}:{}@{}", u.username(), password, authority),
        };
    }
    Answer::Fields(Fields {
        scheme: u.protocol().trim_end_matches(':').into(),
        authority,
        path: u.pathname().into(),
        query: u.search().strip_prefix('?').unwrap_or_default().into(),
        fragment: u.hash().strip_prefix('#').unwrap_or_default().into(),
    })
}

fn ada_can_parse(line: &str) -> usize {
    ada_url::Url::can_parse(line, None).into()
}

fn ada_can_parse_answer(line: &str) -> Answer {
    if ada_url::Url::can_parse(line, None) {
        Answer::Accepted
    } else {
        Answer::Refused
    }
}

//! The right answers: the expression of RFC 3986, Appendix B.

/// The components of a reference; undefined is the empty string, as in the
/// comparison of the Go peers.
#[derive(PartialEq, Debug)]
pub struct Fields {
    pub scheme: String,
    pub authority: String,
    pub path: String,
    pub query: String,
    pub fragment: String,
}

/// Splits a reference, valid or not.
pub fn split(reference: &str) -> Fields {
    let (rest, fragment) = cut(reference, '#');
    let (mut rest, query) = cut(rest, '?');
    let mut scheme = "";
    let before_slash = rest.split('/').next().unwrap_or_default();
    if let Some(colon) = before_slash.find(':').filter(|&at| at > 0) {
        scheme = &rest[..colon];
        rest = &rest[colon + 1..];
    }
    let mut authority = "";
    if let Some(after) = rest.strip_prefix("//") {
        let end = after.find('/').unwrap_or(after.len());
        (authority, rest) = after.split_at(end);
    }
    Fields {
        scheme: scheme.into(),
        authority: authority.into(),
        path: rest.into(),
        query: query.into(),
        fragment: fragment.into(),
    }
}

fn cut(text: &str, at: char) -> (&str, &str) {
    text.split_once(at).unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn splits() {
        for (input, want) in [
            ("http://u@h:1/p?q#f", ["http", "u@h:1", "/p", "q", "f"]),
            ("", ["", "", "", "", ""]),
            ("./a:b", ["", "", "./a:b", "", ""]),
            ("a:b", ["a", "", "b", "", ""]),
            (":b", ["", "", ":b", "", ""]),
            ("//h?a/b?c", ["", "h", "", "a/b?c", ""]),
            ("x#?//:", ["", "", "x", "", "?//:"]),
            ("a?b:c", ["", "", "a", "b:c", ""]),
        ] {
            let f = split(input);
            let got = [f.scheme, f.authority, f.path, f.query, f.fragment];
            assert_eq!(got, want, "split({input:?})");
        }
    }
}

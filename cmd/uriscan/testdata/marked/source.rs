//! See [the book](https://doc.example.org/book/) and <https://doc.example.org/std/>.
#[doc(html_root_url = "https://docs.example.rs/x/1.0")]
let u: &str = "https://example.com/a"; let v = r#"https://example.com/b"#;
std::mem::swap(&mut a, &mut b); // https://example.com/c!

package kernel

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// line makes references of many shapes, some of them not valid.
func line(r *rand.Rand) []byte {
	const alphabet = ":/?#@[]%aA1.-_ 0f\x80|+&zZ9"
	word := func(most int) string { return strings.Repeat("x", r.IntN(most)) }
	var b []byte
	switch r.IntN(4) {
	case 0:
		for range r.IntN(140) {
			b = append(b, alphabet[r.IntN(len(alphabet))])
		}
		return b
	case 1:
		b = fmt.Appendf(b, "%s/%s%%4%d%s?%s#%s", word(70), word(70), r.IntN(10), word(70), word(70), word(70))
	case 2:
		b = fmt.Appendf(b, "a%s://u%s:@h.%s:%d/%s?q#%s", word(30), word(30), word(40), r.IntN(70000), word(300), word(10))
	case 3:
		b = fmt.Appendf(b, "http://%d.%d.%d.%d/%s?%s", r.IntN(300), r.IntN(300), r.IntN(300), r.IntN(300), word(200), word(200))
	}
	for range r.IntN(3) {
		i := r.IntN(len(b))
		switch r.IntN(3) {
		case 0:
			b[i] = alphabet[r.IntN(len(alphabet))]
		case 1:
			b = append(b[:i], b[i+1:]...)
		case 2:
			b = append(b[:i+1], b[i:]...)
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
	}
	return b
}

// common makes a URI as they are common, with from least to most words in its
// path and query; every tenth or so has a port, a userinfo, an address for a host
// or a fragment.
func common(r *rand.Rand, least, most int) []byte {
	words := []string{"a", "en", "www", "news", "index.html", "products", "2026", "id-12345", "caf%C3%A9", "search", "article_view", "~user"}
	word := func() string { return words[r.IntN(len(words))] }
	some := func(s string) string {
		if r.IntN(10) > 0 {
			return ""
		}
		return s
	}
	host := some("user:secret@") + "www." + strings.Repeat("sub.", r.IntN(3)) + "example.com"
	if r.IntN(10) == 0 {
		host = fmt.Sprintf("192.0.2.%d", r.IntN(256))
	}
	b := fmt.Appendf(nil, "http%s://%s%s/", some("s"), host, some(":8080"))
	n := least + r.IntN(most-least+1)
	for range n / 2 {
		b = fmt.Appendf(b, "%s/", word())
	}
	b = fmt.Appendf(b, "%s?", word())
	for range n - n/2 {
		b = fmt.Appendf(b, "%s=%s&", word(), word())
	}
	return append(b, some("#top")...)
}

package readers

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/uriscan/uriscan/internal/testkit"
)

// Generated returns a URL, often broken, with secret in it once.
func Generated(random *rand.Rand, secret string) string {
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	name := func() string {
		s := pick("token", "sig", "Signature", "api-key", "API_KEY", "q", "page", "x_1", "a+b", "a%20b", "id", "tokens", "")
		for random.IntN(4) == 0 && s != "" {
			i := random.IntN(len(s))
			s = s[:i] + fmt.Sprintf(pick("%%%02x", "%%25%02X", "%%2525%02x", "%%%%25%02x"), s[i]) + s[i+1:]
		}
		return s
	}
	value := func() string { return pick("", "1", "a=b", "x%26y", "a@b", "http://h/", "=") }
	var parts [5]string // scheme, userinfo, path, query, fragment
	parts[0] = pick("http", "https", "HTTP", "ftp", "file", "foo", "mailto", "sip", "postgres", "jdbc:mysql", "a.b+c") + ":" + pick("//", "//", "//", "/", "", "///", `\\`, `/\`, "////")
	if random.IntN(5) == 0 {
		parts[0] = pick("", "/", "//", "///", `\\`, `/\`, " //", "/./")
	}
	parts[1] = pick("", "ann", "ann:hunter", ":p", "a:b:c", "a@b:c", "a%40b", "user:")
	if parts[1] != "" {
		parts[1] += "@"
	}
	parts[1] += pick("h", "www.example.com", "h:80", "[::1]:80", "", "1.2.3.4", "h:x", "h%41", "h.")
	for random.IntN(3) > 0 {
		parts[2] += pick("/", "/", `\`, "%2F") + pick("a", "b.html", "reset", "users", ".", "..", "%2e%2E", "", "tok-1", "me", "me;v=1", "a@b", "%72eset")
	}
	for i := 3; i < 5; i++ {
		if random.IntN(3) == 0 {
			continue
		}
		parts[i] = string("?#"[i-3])
		for range random.IntN(4) {
			parts[i] += name() + pick("=", "=", "=", "") + value() + pick("&", "&", ";", "?", "&amp;", "")
		}
	}
	places := []string{
		parts[0] + "ann:" + secret + "@h" + parts[2] + parts[3] + parts[4],
		parts[0] + secret + "@h" + parts[2] + parts[3] + parts[4],
		parts[0] + secret + pick(":p@h", ":@h:80") + parts[2] + parts[3] + parts[4],
		parts[0] + parts[1] + parts[2] + pick("/tok-", "/reset/", "/users/", "/reset/./", "/reset%2F", `\tok-`, "/users/x/../") + secret + parts[3] + parts[4],
		parts[0] + parts[1] + parts[2] + "?" + strings.TrimPrefix(parts[3], "?") + pick("", "&", ";", "&&") + name() + "=" + secret + pick("", "&a=b", ";c", "=") + parts[4],
		parts[0] + parts[1] + parts[2] + parts[3] + "#" + strings.TrimPrefix(parts[4], "#") + pick("", "&", ";", "?") + name() + "=" + secret + pick("", "&a", ";b=c"),
		parts[0] + parts[1] + parts[2] + pick("?", "#") + secret + pick("", "&a=b", ";b=c"),
	}
	return places[random.IntN(len(places))]
}

// Mutated changes a few bytes of s, without the secret.
func Mutated(random *rand.Rand, s, secret string) string {
	for random.IntN(2) == 0 {
		i := random.IntN(len(s) + 1)
		if at := strings.Index(s, secret); i > at && i < at+len(secret) {
			continue
		}
		insert := testkit.Mixed(random, random.IntN(2), "@", ":", "/", `\`, "?", "#", "&", ";", "=", "%", "\t", "\n", " ", "%40", "%25", "\x00", "\xff", "é", "[", "]", "..", "//", "http:", "6", "%2")
		cut := 0
		if random.IntN(2) == 0 && i < len(s) && !strings.HasPrefix(s[i:], secret[:1]) {
			cut = 1
		}
		if random.IntN(20) == 0 && i > strings.Index(s, secret) {
			return s[:i]
		}
		s = s[:i] + insert + s[i+cut:]
	}
	return s
}

package main

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// shapes makes references of all shapes, good and bad.
func shapes(rng *rand.Rand, n int) []byte {
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	var in []byte
	for range n {
		host := pick("", "h", "192.0.2.1", "[::1]", "[v1.x]", strings.Repeat("host.", 13))
		authority := pick("", "//"+pick("", "@", "u:p@")+host+pick("", ":", ":80"))
		path := pick("", "/", "a/b", "/"+strings.Repeat("path/", rng.IntN(20)*rng.IntN(20)))
		in = append(in, pick("", "a:", "http:")+authority+path+pick("", "?", "?q=1")+pick("", "#", "#f")+pick("\n", "\n", "\r\n", " \n")...)
	}
	return in
}

func parsed(t *testing.T, text string) template {
	t.Helper()
	p, err := parseTemplate(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What is printed by frames is what the fields print one after the other, of many
// lines and of each.
func TestFramesAsFields(t *testing.T) {
	t.Parallel()
	templates := map[string]template{"tsv": tsvTemplate(false), "json": jsonTemplate(false)}
	for name, text := range map[string]string{
		"nothing":  "",
		"text":     "text " + strings.Repeat("that is longer than is copied at once ", 5),
		"fallback": "{scheme|none}\t{port|}{userinfo|" + strings.Repeat("-", 200) + "}{valid}",
		"twice":    "{path}{path}{authority}{host_kind|-}{path_kind}{form}{host}{host}{fragment}{query}",
	} {
		templates[name] = append(parsed(t, text), slot{text: "\n"})
	}
	rng := rand.New(rand.NewPCG(52, 1))
	for name, format := range templates {
		slow := job{reference: format.line, bad: jsonBad, delim: '\n', maxLine: defaultMaxLine}
		many := slow
		many.setTemplate(format)
		if many.stretch == nil {
			t.Fatalf("%s has no frames", name)
		}
		each := many
		each.stretch = nil
		for range times(40) {
			in := shapes(rng, rng.IntN(500))
			limit := []int{0, 5000, 50_000}[rng.IntN(3)]
			want := allResults(&slow, in, limit)
			if got := allResults(&many, in, limit); got != want {
				t.Errorf("%s of many in %q = %q, want %q", name, in, got, want)
			}
			if got := allResults(&each, in, limit); got != want {
				t.Errorf("%s of each in %q = %q, want %q", name, in, got, want)
			}
		}
	}
}

// What frames cannot print, or would need much memory for, is left to the fields.
func TestNoFrames(t *testing.T) {
	for _, tt := range []struct{ name, template string }{
		{"offsets", "{path_start}"},
		{"many fields", strings.Repeat("{path}", maxFrameSlots)},
		{"much text", strings.Repeat("a", maxSlotText)},
		{"much text for what is undefined", "{port|" + strings.Repeat("a", maxSlotText) + "}"},
	} {
		if newFrames(append(parsed(t, tt.template), slot{text: "\n"})) != nil {
			t.Errorf("%s: there are frames, want none", tt.name)
		}
	}
}

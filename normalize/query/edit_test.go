package query

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A model is a query as lists of strings: what is between separators, the separators, and
// the decoded names. Its methods are the twins of the functions that append.
type model struct {
	params, separators, names []string
}

func newModel(query string, f Flags) (m model) {
	separators := "&"
	if f&Semicolon != 0 {
		separators += ";"
	}
	if query == "" {
		return m
	}
	var params []string
	for text := query; ; {
		n := strings.IndexAny(text, separators)
		if n < 0 {
			params = append(params, text)
			break
		}
		params, m.separators = append(params, text[:n]), append(m.separators, text[n:n+1])
		text = text[n+1:]
	}
	m.params = params
	for _, p := range params {
		name, _, _ := strings.Cut(p, "=")
		m.names = append(m.names, decoded(name, f))
	}
	return m
}

// without is m without the i-th parameters that drop asks to drop.
func (m model) without(drop func(i int) bool) string {
	out := ""
	empty := true
	for i, p := range m.params {
		if drop(i) {
			continue
		}
		if !empty {
			out += m.separators[i-1]
		}
		out, empty = out+p, false
	}
	return out
}

func (m model) set(name, value string) string {
	i := slices.Index(m.names, name)
	if i < 0 {
		if m.params == nil {
			return name + "=" + value
		}
		return m.without(func(int) bool { return false }) + "&" + name + "=" + value
	}
	before, _, _ := strings.Cut(m.params[i], "=")
	m.params = slices.Clone(m.params)
	m.params[i] = before + "=" + value
	return m.without(func(k int) bool { return k > i && m.names[k] == name })
}

func (m model) sorted(f Flags) string {
	order := make([]int, len(m.params))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if f&Spelled == 0 {
			return strings.Compare(m.names[a], m.names[b])
		}
		nameA, valueA, hasA := strings.Cut(m.params[a], "=")
		nameB, valueB, hasB := strings.Cut(m.params[b], "=")
		if hasA != hasB && nameA == nameB {
			return len(m.params[a]) - len(m.params[b]) // the one without "=" is the shorter one
		}
		return cmp.Or(strings.Compare(nameA, nameB), strings.Compare(valueA, valueB))
	})
	out := ""
	for i, from := range order {
		if i > 0 {
			out += m.separators[i-1]
		}
		out += m.params[from]
	}
	return out
}

// check compares the edits of query with those of its model.
func check(t *testing.T, query string, f Flags) {
	t.Helper()
	want := newModel(query, f)
	m := NewMatcher(0, "a*", "b", "%")
	matches := func(i int) bool {
		name := want.names[i]
		return strings.HasPrefix(name, "a") || name == "b" || name == "%"
	}
	inPlace := func(edit func(in []byte) []byte) string { return string(edit([]byte(query))) }
	for _, row := range []struct {
		name      string
		got, want string
	}{
		{"AppendWithout", string(AppendWithout([]byte("x"), query, m, f)), "x" + want.without(matches)},
		{"AppendWithout in place", inPlace(func(in []byte) []byte { return AppendWithout(in[:0], in, m, f) }), want.without(matches)},
		{"AppendOnly", string(AppendOnly([]byte("x"), query, m, f)), "x" + want.without(func(i int) bool { return !matches(i) })},
		{"AppendSet", string(AppendSet([]byte("x"), query, "a", "v", f)), "x" + want.set("a", "v")},
		{"AppendSorted in place", inPlace(func(in []byte) []byte { return AppendSorted(in[:0], in, f) }), want.sorted(f)},
		{"AppendSorted", string(AppendSorted([]byte("x"), query, f)), "x" + want.sorted(f)},
	} {
		if row.got != row.want {
			t.Fatalf("%s of %q with %d = %q, want %q", row.name, query, f, row.got, row.want)
		}
	}
	if got := IsSorted(query, f); got != (want.sorted(f) == query) {
		t.Fatalf("IsSorted(%q, %d) = %v", query, f, got)
	}
	i, replaced := 0, slices.Clone(want.params)
	for at, p := range All(query, f) {
		if i == len(want.params) {
			t.Fatalf("All(%q, %d) has %d parameters and more", query, f, i)
		}
		name, value, has := strings.Cut(want.params[i], "=")
		if p != (Param[string]{name, value, has}) || !strings.HasPrefix(query[at:], want.params[i]) || at > 0 && query[at-1:at] != want.separators[i-1] {
			t.Fatalf("All(%q, %d) = %v at %d, want %q", query, f, p, at, want.params[i])
		}
		_, first, _ := strings.Cut(want.params[slices.Index(want.names, want.names[i])], "=")
		if got, ok := Get(query, want.names[i], f); !ok || got != first {
			t.Fatalf("Get(%q, %q, %d) = %q, %v, want %q", query, want.names[i], f, got, ok, first)
		}
		if has && matches(i) {
			replaced[i] = name + "=R"
		}
		i++
	}
	if n := len(want.params); i != n || !MoreThan(query, n-1, f) || MoreThan(query, n, f) {
		t.Fatalf("All(%q, %d) has %d parameters, want %d, as MoreThan does", query, f, i, n)
	}
	want.params = replaced
	if got, want := string(AppendReplaced(nil, query, m, "R", f)), want.without(func(int) bool { return false }); got != want {
		t.Fatalf("AppendReplaced of %q with %d = %q, want %q", query, f, got, want)
	}
	if got, ok := Get(query, "no such name", f); ok || got != "" {
		t.Fatalf("Get(%q, no such name) = %q, %v", query, got, ok)
	}
}

func TestEdits(t *testing.T) {
	for _, query := range cases.Sequences(4, "a", "b", "=", "&", ";", "%61", "%", "+") {
		for _, f := range sizes.InTurn(len(query), 0, Semicolon, Form, Semicolon|Form, Spelled) {
			check(t, query, f)
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range sizes.Times(5000) {
		check(t, testkit.Mixed(random, random.IntN(60), "a", "b=", "c", "=", "&", "&", ";", "%62", "%2", "+", "é", "%26"), Flags(random.IntN(4))|Spelled*Flags(random.IntN(2)))
	}
}

func FuzzQuery(f *testing.F) {
	f.Add("b=1&a&&%61=2;b", byte(3))
	f.Fuzz(func(t *testing.T, query string, flags byte) { check(t, query, Flags(flags&3)|Flags(flags>>7)*Spelled) })
}

// What is set or added reads back, with Form and without.
func TestWritten(t *testing.T) {
	for _, text := range append(testkit.OddTexts(), "a b+c", "%41", "a&b;c=d", "#?/") {
		name := "name " + text
		for _, query := range []string{"", "a&b", "x=1&&"} {
			added := AppendAdded(nil, query, name, text)
			for _, out := range [][]byte{added, AppendSet(nil, query, name, text, 0), AppendSet(nil, added, name, text, Form), AppendReplaced(nil, AppendAdded(nil, query, name, "x"), NewMatcher(0, "name*"), text, 0)} {
				for f := range Semicolon | Form + 1 {
					value, ok := Get(out, name, f)
					got, bad := AppendDecoded(nil, value, f)
					if !ok || string(got) != text || bad >= 0 || !scanner.Valid("?"+string(out), scanner.RelativeRef) {
						t.Errorf("Get(%q, %q, %d) = %q, %d, want %q", out, name, f, got, bad, text)
					}
				}
			}
		}
	}
}

// A "%" without two HEXDIG is copied, and bad is where the first one is.
func TestAppendDecoded(t *testing.T) {
	bad := regexp.MustCompile(`^(?:[^%]|%[0-9A-Fa-f]{2})*`)
	for _, in := range cases.Sequences(4, "a", "%", "2", "F", "+", "%41", "z") {
		want := len(bad.FindString(in))
		if want == len(in) {
			want = -1
		}
		for f := range Spelled<<1 - 1 {
			if out, got := AppendDecoded(nil, in, f); string(out) != decoded(in, f) || got != want {
				t.Errorf("AppendDecoded(%q, %d) = %q, %d, want %q, %d", in, f, out, got, decoded(in, f), want)
			}
		}
	}
}

// With every short query AppendURL says what Parse says of the URL written out, except that a "#"
// is refused.
func TestAppendURL(t *testing.T) {
	for _, query := range cases.Sequences(3, "a", "&", "#", "?", "%", "%41", "[", " ") {
		for _, src := range []string{"", "//h?old", "s:p#f", "/p?#", "http://u@h:1/%7e?a=%20#%41"} {
			ref, err := scanner.Parse(src)
			testkit.Must(t, err)
			before, fragment, has := strings.Cut(src, "#")
			before, old, hasQuery := strings.Cut(before, "?")
			want := before
			if query != "" || hasQuery && old == "" {
				want += "?" + query
			}
			if has {
				want += "#" + fragment
			}
			wantRef, wantErr := scanner.Parse(want)
			if n := strings.IndexByte(query, '#'); wantErr == nil && n >= 0 {
				wantRef, wantErr = scanner.Ref{}, rawref.Fault(len(before)+1+n, scanner.BadQuery).Err()
			}
			if wantErr != nil {
				want = ""
			}
			if out, got, err := AppendURL([]byte("x"), src, ref, query); string(out) != "x"+want || got != wantRef || err != wantErr {
				t.Errorf("AppendURL(%q, %q) = %q, %v, %v, want %q, %v, %v", src, query, out, got, err, want, wantRef, wantErr)
			}
		}
	}
}

func TestAppendCacheKey(t *testing.T) {
	m := NewMatcher(0, "a", "id*")
	for _, row := range []struct {
		name, src string
		m         *Matcher
		f         Flags
		want      string
	}{
		{"all parts", "HTTP://u:p@H:80/%7ea/../b?x&%61=%3a1&ID&id2#f", m, 0, "http://h/b?a=%3A1&id2"},
		{"port", "https://h:8443?a", m, 0, "https://h:8443/?a"},
		{"no parameter", "http://h?x#f", m, 0, "http://h/"},
		{"no matcher", "http://h?x", nil, 0, "http://h/"},
		{"every one", "http://h/?b&&a=", NewMatcher(0, "*"), 0, "http://h/?b&&a="},
		{"sorted", "http://h/?id2&x&a=2&a=1", m, Sorted, "http://h/?a=2&a=1&id2"},
		{"sorted as spelled", "http://h/?id2&x&a=2&a=1", m, Sorted | Spelled, "http://h/?a=1&a=2&id2"},
		{"sorted with semicolons", "http://h/?id2;x;a=2&a=1", m, Sorted | Semicolon, "http://h/?a=2;a=1&id2"},
		{"semicolon", "http://h/?a;x;id", m, Semicolon, "http://h/?a;id"},
		{"lone question mark", "http://h/?", m, 0, "http://h/"},
		{"fragment with a parameter", "http://h/#?a", m, 0, "http://h/"},
		{"IPv6", "http://[0:0::1]/?a", m, 0, "http://[::1]/?a"},
		{"path alone", "/p?a", m, 0, ""},
		{"no scheme", "//h/p?a", m, 0, ""},
		{"no authority", "mailto:a?a", m, 0, ""},
		{"empty host", "file:///a", m, 0, ""},
	} {
		ref, err := scanner.Parse(row.src)
		testkit.Must(t, err)
		out, ok := AppendCacheKey([]byte("x"), row.src, ref, row.m, row.f)
		if string(out) != "x"+row.want || ok != (row.want != "") {
			t.Errorf("%s: AppendCacheKey(%q) = %q, %v, want %q", row.name, row.src, out, ok, row.want)
		} else if ok && !normalize.Equal(out[1:], row.want, 0) {
			t.Errorf("%s: the key %q is not a reference", row.name, out[1:])
		}
	}
}

// The pool keeps memory for queries up to a size, and drops what larger ones needed.
func TestRelease(t *testing.T) {
	const text, params = 2 * 4 << 20, 2 * 131_072
	for _, row := range []struct{ text, params, more int }{{text, params, params}, {text + 1, 1, 1}, {1, params + 1, 1}, {1, 1, params + 1}} {
		s := &sorter{make([]byte, 0, row.text), make([]param, 0, row.params), make([]param, 0, row.more)}
		s.release()
		if keepsText, keepsParams := s.text != nil, s.params != nil && s.more != nil; keepsText != (row.text <= text) || keepsParams != (max(row.params, row.more) <= params) ||
			s.params != nil != keepsParams {
			t.Errorf("release of %v keeps the text: %v, the parameters: %v", row, keepsText, keepsParams)
		}
	}
}

// 100,000 parameters take no longer than their length asks for.
func TestGrowth(t *testing.T) {
	m := NewMatcher(FoldCase, "a*", "b")
	edit := func(f Flags) growth.Job {
		var buf []byte
		return growth.Of(func(in string) {
			for range All(in, f) {
			}
			Get(in, "no", f)
			MoreThan(in, len(in), f)
			buf = AppendWithout(buf[:0], in, m, f)
			buf = AppendOnly(buf[:0], in, m, f)
			buf = AppendSet(buf[:0], in, "a", "b", f)
			buf = AppendReplaced(buf[:0], in, m, "b", f)
			buf = AppendSorted(buf[:0], in, f)
			IsSorted(in, f)
		})
	}
	shapes := []growth.Shape{
		{"", "&"}, {"", ";"}, {"", "a=b&"}, {"", "a", "&"}, {"", "="}, {"", "%61", "&b"}, {"", "b&a&"}, {"", "z{n}&"}, {"", "&", "%"}, {strings.Repeat("a", 5000) + "&", "a&"},
	}
	growth.CheckPortable(t, 4<<10, shapes, map[string]growth.Job{"edits": edit(0), "edits with Spelled": edit(Spelled), "edits with Semicolon and Form": edit(Semicolon | Form)})
	var buf []byte
	growth.CheckPortable(t, 1<<10, shapes, map[string]growth.Job{"URLs": growth.Of(func(in string) {
		buf, _ = AppendDecoded(buf[:0], in, Form)
		buf = AppendAdded(buf[:0], in, "a", in)
		buf, _, _ = AppendURL(buf[:0], "http://h/?a#b", scanner.Split("http://h/?a#b"), in)
		url := "http://h/?" + in
		ref := scanner.Split(url)
		buf, _ = AppendCacheKey(buf[:0], url, ref, m, Sorted)
		buf, _, _ = AppendURL(buf[:0], url, ref, "a")
	})})
	many := growth.Shape{"", "name{n}=1&"}.Of(1_300_000)
	if sorted := AppendSorted(nil, many, 0); !MoreThan(many, 100_000, 0) || len(sorted) != len(many) || sorted[0] != '&' {
		t.Errorf("AppendSorted of %d bytes = %.20q, %d bytes", len(many), sorted, len(sorted))
	}
}

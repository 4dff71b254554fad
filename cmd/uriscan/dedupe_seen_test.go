package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/normalize/seen"
)

// What one run has printed, no later one prints.
func TestDedupeSeen(t *testing.T) {
	folder(t)
	runs := []struct{ in, want string }{
		{"a\nb\na\n", "a\nb\n"},
		{"b\nc\n%61\n", "c\n"},
		{"a\nb\nc\n", ""},
		{"d\nx y\n", "d\n"},
		{"", ""},
		{"d\ne", "e\n"},
	}
	for i, run := range runs {
		if got := runWith(run.in, "dedupe", "--seen", "set", "--quiet"); got.out != run.want || got.status > exitBad {
			t.Errorf("run %d: dedupe --seen of %q = %+v, want %q", i, run.in, got, run.want)
		}
	}
	if left := namesIn(t, "."); left != "set tmp" {
		t.Errorf("dedupe --seen leaves %s, want set and tmp", left)
	}
	if info, err := os.Stat("set"); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the set has mode %v, %v, want that of its owner alone", info.Mode(), err)
	}
}

// Keys are secrets of a set: what collides in one run does not in another.
func TestDedupeSeenSecrets(t *testing.T) {
	folder(t)
	known := map[seen.Key]string{}
	for _, name := range []string{"one", "two", "three"} {
		if got := runWith(linesOf(30), "dedupe", "--seen", name); got.status != exitGood {
			t.Fatalf("dedupe = %+v, want status 0", got)
		}
		r, err := seen.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Keys(func(k seen.Key) error {
			if other, ok := known[k]; ok {
				t.Errorf("set %s and set %s have the key %x", name, other, k)
			}
			known[k] = name
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := 3 * strings.Count(uniqueLines(linesOf(30)), "\n"); len(known) != want {
		t.Errorf("three sets have %d keys, want %d", len(known), want)
	}
}

// The same for sets that do not fit into memory.
func TestDedupeSeenLarge(t *testing.T) {
	folder(t)
	in := linesOf(9000)
	half := len(linesOf(4500))
	want := uniqueLines(in)
	first := runWith(in[:half], "dedupe", "--seen", "set")
	for _, memory := range []string{"64K", "128K", "16M"} {
		write(t, "copy", read(t, "set"))
		second := runWith(in, "dedupe", "--seen", "copy", "--memory", memory)
		if second.status != exitGood || first.out+second.out != want {
			t.Errorf("with %s: %d and %d lines, %q, want %d", memory, strings.Count(first.out, "\n"),
				strings.Count(second.out, "\n"), second.err, strings.Count(want, "\n"))
		}
		if third := runWith(in, "dedupe", "--seen", "copy", "--memory", memory); third != (outcome{}) {
			t.Errorf("with %s, a third run = %+v, want nothing", memory, clip(third))
		}
	}
}

// A set that is damaged anywhere, or is none, is refused, and nothing is printed or
// changed.
func TestDedupeSeenDamaged(t *testing.T) {
	folder(t)
	if got := runWith("a\nb\n", "dedupe", "--seen", "set", "-o", "out"); got != (outcome{}) {
		t.Fatalf("dedupe = %+v, want status 0", got)
	}
	good := read(t, "set")
	damaged := map[string]string{
		"foreign": "http://a/\nhttp://b/\nhttp://c/\n", "empty": "", "longer": good + "x", "twice": good + good,
		"another version": strings.Replace(good, "01\n", "02\n", 1),
	}
	for i := 0; i < len(good); i += 3 {
		damaged[fmt.Sprintf("cut at %d", i)] = good[:i]
		damaged[fmt.Sprintf("changed at %d", i)] = good[:i] + string(good[i]^4) + good[i+1:]
	}
	for name, text := range damaged {
		write(t, "set", text)
		got := runWith("c\n", "dedupe", "--seen", "set", "-o", "out")
		if got.status != exitIO || !strings.HasPrefix(got.err, "uriscan: set: ") || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: dedupe --seen = %+v, want status %d and a reason", name, got, exitIO)
		}
		if out, set := read(t, "out"), read(t, "set"); out != "a\nb\n" || set != text {
			t.Errorf("%s: dedupe --seen leaves %q and a set of %d bytes, want all as it was", name, out, len(set))
		}
	}
	if left := namesIn(t, "."); left != "out set tmp" {
		t.Errorf("dedupe --seen leaves %s, want out, set and tmp", left)
	}
}

// A set is of one kind of classes.
func TestDedupeSeenOfAnotherKind(t *testing.T) {
	folder(t)
	runWith("a\n", "dedupe", "--seen", "set", "--key", "host")
	for _, args := range []string{"", "--level syntax", "--key path"} {
		got := runWith("a\n", append([]string{"dedupe", "--seen", "set"}, strings.Fields(args)...)...)
		if got.status != exitUsage || !strings.Contains(got.err, "set was made with --level scheme --key host, not with --level ") {
			t.Errorf("dedupe --seen set %s = %+v, want status %d and how it was made", args, got, exitUsage)
		}
	}
}

// An output is added to if it is the one of the last run, and else begun anew, but
// never if the last run did not end.
func TestDedupeSeenOutput(t *testing.T) {
	folder(t)
	write(t, "other", "old\n")
	steps := []struct {
		name string
		in   string
		do   func()
		out  string
		want string
	}{
		{"first", "a\nb\n", nil, "out", "a\nb\n"},
		{"second", "b\nc\n", nil, "out", "a\nb\nc\n"},
		{"what was added since is cut", "d\n", func() { write(t, "out", "a\nb\nc\nhalf a li") }, "out", "a\nb\nc\nd\n"},
		{"another", "d\ne\n", nil, "other", "e\n"},
		{"taken away", "f\n", func() { removeFile(t, "other") }, "other", "f\n"},
		{"something else", "g\n", func() { write(t, "other", "x\ny\n") }, "other", "g\n"},
		{"the set itself", "h\n", nil, "set", ""},
	}
	for _, s := range steps {
		if s.do != nil {
			s.do()
		}
		before := read(t, "set")
		got := runWith(s.in, "dedupe", "--seen", "set", "-o", s.out)
		if s.want == "" {
			if got.status != exitUsage || read(t, "set") != before {
				t.Errorf("%s: dedupe -o %s = %+v, want status %d and the set as it was", s.name, s.out, got, exitUsage)
			}
		} else if out := read(t, s.out); got != (outcome{}) || out != s.want {
			t.Errorf("%s: dedupe -o %s = %+v and %q, want %q", s.name, s.out, got, out, s.want)
		}
	}
}

// What an unfinished run left is not thrown away.
func TestDedupeSeenUnfinished(t *testing.T) {
	folder(t)
	in := linesOf(600)
	args := []string{"dedupe", "--seen", "set", "-o", "out", "-j", "1", "--checkpoint", "100", "--block-size", "4K", "--memory", "1M"}
	if first, _ := withFault(t, 40, os.ErrDeadlineExceeded, in, args...); first.status != exitIO {
		t.Fatalf("dedupe = %+v, want status %d", clip(first), exitIO)
	}
	whole := read(t, "out")
	write(t, "out", "something else")
	got := runWith(in, args...)
	if out := read(t, "out"); got.status != exitIO || !strings.Contains(got.err, errShorter.Error()) || out != "something else" {
		t.Errorf("dedupe to another file of that name = %+v and %q, want status %d", clip(got), out, exitIO)
	}
	write(t, "out", whole)
	if got := runWith(in, args...); got != (outcome{}) || read(t, "out") != uniqueLines(in) {
		t.Errorf("dedupe to the file it was = %+v, want all lines", clip(got))
	}
}

func removeFile(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
}

// A readerFunc is a reader.
type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A set that another run has saved is not replaced by one without its lines.
func TestDedupeSeenByTwo(t *testing.T) {
	for _, name := range []string{"new", "old"} {
		t.Run(name, func(t *testing.T) {
			folder(t)
			if name == "old" {
				runWith("http://a/\n", "dedupe", "--seen", "set")
			}
			in := strings.NewReader("http://b/\n")
			first := runOn(readerFunc(func(p []byte) (int, error) {
				if in.Len() > 0 {
					if got := runWith("http://c/\n", "dedupe", "--seen", "set"); got.status != exitGood {
						t.Errorf("dedupe --seen beside another = %+v, want status 0", got)
					}
				}
				return in.Read(p)
			}), "dedupe", "--seen", "set")
			if first.status != exitIO || first.out != "http://b/\n" || !strings.Contains(first.err, "another run has saved it") {
				t.Errorf("dedupe --seen after another = %+v, want status %d and its line", first, exitIO)
			}
			if got := runWith("http://c/\nhttp://b/\n", "dedupe", "--seen", "set"); got.out != "http://b/\n" {
				t.Errorf("dedupe --seen after both = %+v, want what is not in the set", got)
			}
		})
	}
}

package main

import (
	"errors"
	"maps"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// Names are bytes on most systems: none breaks a line of positions in two, and each can be
// read back.
func TestExtractOddNames(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("names are not bytes here")
	}
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"-/d\x7f/.ignore": "x", "-/d\x7f/x": ""})
	listener, err := net.Listen("unix", "-/\x7f")
	testkit.Must(t, err)
	if got, want := runWith("http://in/", "extract", "--verbose", "./-", "-"), `uriscan: "-/d\x7f/.ignore": hidden, skipped; --hidden searches it
uriscan: "-/d\x7f/x": skipped by "-/d\x7f/.ignore":1; --no-ignore searches it
uriscan: "-/\x7f": neither a file nor a folder, skipped
`; got != (outcome{0, "http://in/\n", want}) {
		t.Errorf("extract of a socket, and of standard input beside a folder of its name = %+v, want %q", got, want)
	}
	testkit.Must(t, errors.Join(listener.Close(), os.RemoveAll("-")))
	files := map[string]string{"./-": "b c http://a/"}
	for _, odd := range testkit.OddTexts() {
		if name := "a" + odd; !strings.ContainsAny(odd, "/\x00") {
			files[name[len(odd)/2:]] = "b c http://a/"
		}
	}
	testkit.WriteAll(t, files)
	names := slices.Sorted(maps.Keys(files))
	const found, bad = ":1:5: http://a/\n", ":1:2: bad-path\n"
	for text, end := range map[string]string{
		runWith("http://in/", "extract", "--hidden", "--with-position", ".").out:                                    found,
		runWith("", "extract", "--hidden", "--format", "{file}:{line}:{byte}: {uri}", "--block-size", "1", ".").out: found,
		runWith("", append([]string{"check"}, names...)...).out:                                                     bad,
	} {
		left := maps.Clone(files)
		for line := range strings.Lines(text) {
			name, ok := strings.CutSuffix(line, end)
			if strings.ContainsFunc(name, unicode.IsControl) || !ok {
				t.Errorf("line %q, want a name without controls and %q", line, end)
			}
			if read, err := strconv.Unquote(name); err == nil {
				name = read
			}
			if _, is := left[name]; !is {
				t.Errorf("line %q names %q, which is no file or was named", line, name)
			}
			delete(left, name)
		}
		if len(left) > 0 {
			t.Errorf("no line names %q", slices.Sorted(maps.Keys(left)))
		}
	}
}

// A folder may be deep, and deeper than a path can name; that is an error which
// keeps nothing else from being searched.
func TestExtractDeep(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths are shorter here")
	}
	t.Chdir(t.TempDir())
	root, err := os.Getwd()
	testkit.Must(t, err)
	testkit.WriteAll(t, map[string]string{"z": "http://z/", filepath.Join("d", strings.Repeat("e/", 150), "f"): "http://deep/"})
	for range 20 {
		name := strings.Repeat("l", 250)
		testkit.Must(t, os.Mkdir(name, 0o777))
		testkit.Must(t, os.Chdir(name))
	}
	testkit.Must(t, os.Chdir(root))
	got := runWith("", "extract", ".")
	if got.status != diag.ExitIO || got.out != "http://deep/\nhttp://z/\n" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, "file name too long") {
		t.Errorf("extract . = %s, want two URIs and an error", clip(got))
	}
}

// Archives in folders are skipped, however large, if that is asked for or they are
// slow; what is named is searched in any case.
func TestExtractArchives(t *testing.T) {
	t.Chdir(t.TempDir())
	const (
		text = "http://b/ "
		told = "uriscan: files of bzip2 data in folders that were skipped: 1; --compressed all searches them\n"
		note = " data, skipped; --compressed all searches it\n"
	)
	more := strings.Repeat("x", 1000)
	testkit.WriteAll(t, map[string]string{
		"d/a": "http://a/", "d/b": string(packed.Gzip(text + more)), "d/c": "http://c/", "d/d": string(packed.Bzip2("http://d/ "+more, 9)),
	})
	for _, size := range []string{"16", "256K"} {
		for _, tt := range []struct{ args, out, err string }{
			{"d", "http://a/\nhttp://b/\nhttp://c/\n", told},
			{"--quiet d", "http://a/\nhttp://b/\nhttp://c/\n", ""},
			{"--compressed all d", "http://a/\nhttp://b/\nhttp://c/\nhttp://d/\n", ""},
			{"--compressed none d", "http://a/\nhttp://c/\n", ""},
			{"--compressed none --binary --verbose d", "http://a/\nhttp://c/\n", "uriscan: d/b: gzip" + note + "uriscan: d/d: bzip2" + note},
			{"--compressed none d/b d/d", "http://b/\nhttp://d/\n", ""},
		} {
			args := append([]string{"extract", "--block-size", size}, strings.Fields(tt.args)...)
			if got := runWith("", args...); got != (outcome{0, tt.out, tt.err}) {
				t.Errorf("run(%q) = %+v, want %q, %q", args, got, tt.out, tt.err)
			}
		}
	}
}

// Small files come in the order of their names, between large ones, whatever the
// sizes of blocks; archives among them are searched, too.
func TestExtractManyFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	files := map[string]string{}
	var want strings.Builder
	for i := range 150 {
		name := "d/" + string(rune('a'+i/100)) + "/" + string(rune('a'+i/10%10)) + string(rune('a'+i%10))
		uri := "http://" + name
		files[name] = strings.Repeat("\n", i%50*7) + uri
		want.WriteString(uri + "\n")
		if i%50 == 0 {
			files[name] = strings.Repeat(" ", 5000) + uri
		}
	}
	testkit.WriteAll(t, files)
	for i, size := range []string{"1", "64", "1000", "4K", "256K"} {
		for _, jobs := range sizes.InTurn(i, "4", "1") {
			if got := runWith("", "extract", "-j", jobs, "--block-size", size, "d"); got != (outcome{0, want.String(), ""}) {
				t.Errorf("extract -j %s --block-size %s = %s, want %d bytes", jobs, size, clip(got), want.Len())
			}
		}
	}
}

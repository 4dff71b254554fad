package main

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
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
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit/reads"
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
		files["d/"+string(rune('a'+i/100))+"/.hidden"+name[len("d/a/"):]] = ""
	}
	testkit.WriteAll(t, files)
	for i, size := range []string{"1", "64", "1000", "4K", "256K"} {
		for _, jobs := range sizes.InTurn(i, "4", "1") {
			if got := runWith("", "extract", "-j", jobs, "--block-size", size, "d"); got != (outcome{0, want.String(), ""}) {
				t.Errorf("extract -j %s --block-size %s = %s, want %d bytes", jobs, size, clip(got), want.Len())
			}
			got := runWith("", "extract", "--verbose", "-j", jobs, "--block-size", size, "d")
			if got.out != want.String() || strings.Count(got.err, ": hidden, skipped; --hidden searches it\n") != 150 || strings.Count(got.err, "\n") != 150 {
				t.Errorf("extract --verbose -j %s --block-size %s = %s, want %d bytes and 150 notes", jobs, size, clip(got), want.Len())
			}
		}
	}
}

func TestExtractJoin(t *testing.T) {
	t.Parallel()
	for i, tt := range []struct{ name, in, want string }{
		{"a line break", "see <http://a/\nb>, then http://c/", "1:6 http://a/b\n2:10 http://c/\n"},
		{"CR LF and blanks", "<http://a/\r\n    b/\t c  \n>\nhttp://d", "1:2 http://a/b/c\n4:1 http://d\n"},
		{"after a hyphen, which stays", "<http://a/b-\n c>", "1:2 http://a/b-c\n"},
		{"the prefix", "<URL:\n http://a/\nb> <url: mailto:a@\nb.example>", "2:2 http://a/b\n3:10 mailto:a@b.example\n"},
		{"blanks around", "< http://a/ > <\nhttp://b\n>", "1:3 http://a/\n2:1 http://b\n"},
		{"two", "<http://a/\nb><http://c/\nd> http://e", "1:2 http://a/b\n2:4 http://c/d\n3:4 http://e\n"},
		{"none is broken", "<http://a/b> http://c", "1:2 http://a/b\n1:14 http://c\n"},
		{"not closed", "<http://a/\nb http://c", "1:2 http://a/\n2:3 http://c\n"},
		{"closed by another", "<http://a/\n<http://b/ c>", "1:2 http://a/\n2:2 http://b/c\n"},
		{"something else inside", "<http://a/\n\"b\" c> <a href=\"http://d/\">", "1:2 http://a/\n2:17 http://d/\n"},
		{"words", "if a <b and c, see http://d/ for e> f", "1:20 http://d/\n"},
		{"a scheme that is broken", "<ht\ntp://a/> <note:\nhttp://b/ c>", "2:1 tp://a/\n3:1 http://b/\n"},
		{"no URI when joined", "<http://a/%\n http://b>", "2:2 http://b\n"},
		{"as long as allowed", "<http://a/\n" + strings.Repeat("b", prose.MaxJoin-10) + ">", "1:2 http://a/" + strings.Repeat("b", prose.MaxJoin-10) + "\n"},
		{"longer", "<http://a/\n" + strings.Repeat("b", prose.MaxJoin-9) + ">", "1:2 http://a/\n"},
		{"after a long run", strings.Repeat("b", 3*prose.MaxJoin) + "<http://a/\nb>", "1:24578 http://a/b\n"},
		{"across blocks after a long run", strings.Repeat("b", 3*prose.MaxJoin) + strings.Repeat(" ", prose.MaxJoin-12) + "<http://a/\nb>", "1:32758 http://a/b\n"},
		{"after many of nothing", strings.Repeat("<", 1<<18) + "<http://a/\nb>", "1:262146 http://a/b\n"},
		{"escapes far from brackets", strings.Repeat(" ", 1023) + `http:\/\/a` + strings.Repeat(" ", 2047) + "<http://b/\nc>", "1:1024 http://a\n1:3082 http://b/c\n"},
		{"after many that stay open", strings.Repeat("<http://a \n", 3*prose.MaxJoin) + "<http://b/\nc>", numbered(3*prose.MaxJoin, ":2 http://a\n") + "24577:2 http://b/c\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range sizes.InTurn(i, "1", "100", "256K") {
				got := runWith(tt.in, "extract", "--join", "--quiet", "--format", "{line}:{byte} {uri}", "--block-size", size)
				if got != (outcome{0, tt.want, ""}) {
					t.Errorf("extract --join --block-size %s of %.60q = %s, want %q", size, tt.in, clip(got), tt.want)
				}
			}
		})
	}
}

const leftWrapped = "uriscan: URLs in <...> that go on in the next line, left out: 1; --join joins them in texts\n"

// What a small file unpacks to is searched and joined as well, wherever its pieces end, and
// after one that is all in its block.
func TestExtractUnpacked(t *testing.T) {
	t.Chdir(t.TempDir())
	const n = 15 << 10
	testkit.WriteAll(t, map[string]string{"d/f": "text", "d/f.gz": reads.Gzipped(strings.Repeat("<http://a/\nb>", n)), "d/g": "<http://c/\nd>"})
	for name, more := range map[string]int{"d": 1, "d/f.gz": 0} {
		var joined strings.Builder
		for i := range n {
			fmt.Fprintf(&joined, "%d http://a/b\n", i+1)
		}
		joined.WriteString(strings.Repeat("1 http://c/d\n", more))
		for flag, want := range map[string]outcome{"--join": {0, joined.String(), ""}, "--join=false": {0, "", strings.Replace(leftWrapped, "1", strconv.Itoa(n+more), 1)}} {
			if got := runWith("", "extract", flag, "--format", "{line} {uri}", "--block-size", "16K", name); got != want {
				t.Errorf("extract %s %s = %s, want %s", flag, name, clip(got), clip(want))
			}
		}
	}
}

// numbered is line n times, each with its number before it.
func numbered(n int, line string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d%s", i+1, line)
	}
	return b.String()
}

func TestExtractIgnore(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	testkit.Must(t, err)
	t.Chdir(root)
	files := map[string]string{
		"r/.git/info/exclude": "# kinds of files\n\nexcluded\n",
		"r/.gitignore":        "\xef\xbb\xbf*.log\n# notes\n!keep.log\n/top\nbuild/\n\\#odd\ntrailing   \nback\\ \r\n!.shown\n",
		"r/d/.gitignore":      "!*.log\nsub/deep\n",
		"r/d/.ignore":         "own\n!git\n",
		"r/.ignore":           "git\n!.git\n",
		"r/inner/.git/HEAD":   "x://h",
		"plain/.gitignore":    "a\n",
		"plain/.ignore":       "b\n",
		"r/d/x/.ignore/no":    "",
	}
	for _, name := range []string{"r/a.log", "r/keep.log", "r/top", "r/d/top", "r/build/x", "r/d/build", "r/#odd", "r/trailing", "r/back ", "r/.shown", "r/.hidden",
		"r/d/b.log", "r/d/sub/deep", "r/d/x/sub/deep", "r/d/own", "r/d/git", "r/git", "r/excluded", "r/d/excluded", "r/inner/i.log", "r/inner/excluded", "r/inner/git",
		"plain/a", "plain/b", "plain/c"} {
		files[name] = "x://h"
	}
	testkit.WriteAll(t, files)
	testkit.Must(t, os.Symlink("r/d", "link"))
	const d = "r/d/b.log r/d/build r/d/git r/d/top r/d/x/sub/deep"
	for _, tt := range []struct{ args, want string }{
		{"r", "r/.shown " + d + " r/inner/excluded r/inner/i.log r/keep.log"},
		{"r/d", d},
		{"r/d/x", "r/d/x/sub/deep"},
		{"link", strings.ReplaceAll(d, "r/d", "link")},
		{"r/build r/a.log", "r/build/x r/a.log"},
		{"plain", "plain/a plain/c"},
		{"--no-ignore plain", "plain/a plain/b plain/c"},
		{"--no-ignore r/d", "r/d/b.log r/d/build r/d/excluded r/d/git r/d/own r/d/sub/deep r/d/top r/d/x/sub/deep"},
		{"--no-ignore --hidden r/inner", "r/inner/.git/HEAD r/inner/excluded r/inner/git r/inner/i.log"},
		{"--hidden r/d", d},
	} {
		got := runWith("", append(strings.Fields("extract --format {file}"), strings.Fields(tt.args)...)...)
		if want := strings.ReplaceAll(tt.want, " ", "\n") + "\n"; got != (outcome{diag.ExitGood, want, ""}) {
			t.Errorf("extract %s = %+v, want the files %q", tt.args, got, want)
		}
	}
	got := runWith("", "extract", "--verbose", "r/d")
	want := "uriscan: r/d/.gitignore: hidden, skipped; --hidden searches it\n" +
		"uriscan: r/d/.ignore: hidden, skipped; --hidden searches it\n" +
		"uriscan: r/d/excluded: skipped by " + filepath.Join(root, "r/.git/info/exclude") + ":3; --no-ignore searches it\n" +
		"uriscan: r/d/own: skipped by r/d/.ignore:1; --no-ignore searches it\n" +
		"uriscan: r/d/sub/deep: skipped by r/d/.gitignore:2; --no-ignore searches it\n" +
		"uriscan: r/d/x/.ignore: hidden, skipped; --hidden searches it\n"
	if got.err != want {
		t.Errorf("extract --verbose r/d notes %q, want %q", got.err, want)
	}
}

// Rules that take long for a name do not count for it, which is an error, and for others they do.
func TestExtractSlowRules(t *testing.T) {
	t.Chdir(t.TempDir())
	name := strings.Repeat("a", 240)
	testkit.WriteAll(t, map[string]string{".ignore": "a*\nb\n" + strings.Repeat("*"+name[:120]+"x\n", 500), name: "x://h", "ab": "x://i", "b": "x://j", "c": "x://k"})
	want := outcome{diag.ExitIO, "x://h\nx://k\n", "uriscan: " + name + ": not all rules of ignore files count for it: they take too long\n"}
	if got := runWith("", "extract", "."); got != want {
		t.Errorf("extract with rules that take long = %+v, want %+v", got, want)
	}
}

// What is found in a file does not depend on the files before it, of whatever form, nor on
// whether they were named or found in a folder.
func TestExtractFilesAreApart(t *testing.T) {
	t.Chdir(t.TempDir())
	files := map[string]string{
		"d/a.txt": "<http://a/\nb> see http://c/ (http://d/", "d/b.xml": "<?xml version='1.0'?><l>http://e/?a&amp;b <http://f/\nb></l>", "d/c.html": "<base href='http://g/h/'><a href=i>j</a><svg><noscript><title>http://k/",
		"d/d.html": "<p><a href='/l' rel=m>n</a> <http://a/\nb><img srcset='o 1x, p 2x'><script>\"http://q/\"", "d/e.warc": reads.Response("http://r/s/", "Content-Type: text/html\r\n", "<base href=/t/><a href=u>v</a><table>"),
		"d/f.txt": "\ufeffhttp://w/ and www. <x:y\nz> ann@b.example mailto:c@d.example", "d/g.bin": "\x00\x01http://b/", "d/h.json": `{"a":"http:\/\/e\/f","b":"http://g/\u00e9"}`,
	}
	testkit.WriteAll(t, files)
	names := slices.Sorted(maps.Keys(files))
	random := rand.New(rand.NewPCG(1, 30))
	for _, flags := range []string{"", "--join", "--with-position --repair", "--resolve --quiet", "--base http://z/y/ --with-position", "--any-scheme --join --binary", "--format={page}\t{uri}\t{element}\t{attr}\t{rel}\t{line}:{byte} --resolve"} {
		args := append([]string{"extract", "-j", "1"}, strings.FieldsFunc(flags, func(c rune) bool { return c == ' ' })...)
		alone := map[string]string{}
		for _, name := range names {
			alone[name] = runWith("", append(args, name)...).out
		}
		for n := range 6 {
			want := ""
			for _, name := range names {
				want += alone[name]
			}
			given := names
			if n == 0 && !strings.Contains(flags, "--base") && !strings.Contains(flags, "--binary") {
				given = []string{"d"} // in which bases are below the folder, and binary files are left out
			}
			if got := runWith("", append(args, given...)...).out; got != want {
				t.Errorf("extract %s of %q = %q, want what it finds in each, %q", flags, given, got, want)
			}
			random.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
		}
		slices.Sort(names)
	} // What has no base of its own is below the folder, in whatever form it is.
	testkit.WriteAll(t, map[string]string{"f/g/a.html": "<a href=u>", "f/g/b.warc": strings.Replace(reads.Response("x:/", "", "<html><a href=u>"), "WARC-Target-URI", "X", 1), "f/g/c.xhtml": "<html><a href='u'/></html>"})
	for _, base := range []string{"http://z/y/", "http://z/y//", "http://z/y"} {
		if got := runWith("", "extract", "--base", base, "--resolve", "f"); strings.Count(got.out, strings.TrimSuffix(base, "/")+"/g/u\n") != 3 {
			t.Errorf("extract of a folder with --base %s = %+v, want a link below it from each file", base, got)
		}
	}
}

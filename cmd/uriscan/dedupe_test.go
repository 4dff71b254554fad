package main

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/dedupe"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
)

// spelledLines are n references, of as many kinds at most, in several spellings
// of each, and some lines that are bad.
func spelledLines(seed uint64, n, kinds int) string {
	rng := rand.New(rand.NewPCG(seed, 8))
	spellings := []string{"http://host%d.example/a/%d", "HTTP://host%d.example:80/a/%d", "http://HOST%d.example/b/../a/%d",
		"http://host%d.example/%%61/%d", "http://host%d.example/a/%d\r", "bad host%d %d", "//host%d.example?%d"}
	var b strings.Builder
	for range n {
		kind := rng.IntN(kinds)
		fmt.Fprintf(&b, spellings[rng.IntN(len(spellings))], kind%100, kind)
		if b.WriteByte('\n'); rng.IntN(100) == 0 {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// twinNormal is the normal form of a line; ok is false if the line is bad and left out.
func twinNormal(line, level, parts string) (normal string, ok bool) {
	line = strings.TrimSuffix(line, "\n")
	line = strings.TrimSuffix(line, "\r")
	if level == "identical" {
		return line, parts == "" || scanner.Valid(line, scanner.URIReference)
	}
	flags := map[string]normalize.Flags{"syntax": normalize.Syntax, "scheme": normalize.SchemeBased}[level]
	normal, err := normalize.String(line, flags)
	return normal, err == nil
}

// twinClass is the class of a normal form by some parts of it.
func twinClass(normal, parts string) string {
	if parts == "" {
		return normal
	}
	class, components := "", cut(normal)
	named := strings.Split(parts, ",")
	isNamed := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(named, name) })
	}
	if isNamed("template", "query-names") && !isNamed("scheme", "authority", "userinfo", "host", "port", "origin", "site") {
		named = append(named, "origin")
	}
	if isNamed("query-names") && !isNamed("template") {
		named = append(named, "path")
	}
	for part := range strings.SplitSeq(strings.ReplaceAll(strings.Join(named, ","), "origin", "scheme,host,port"), ",") {
		switch part {
		case "site":
			if host, ok := site.Builtin(strings.ToLower(components["host"])); ok {
				components["site"] = host
			} else if host, ok := components["host"]; ok {
				components["site"] = host
			}
		case "template":
			components["template"] = string(template.AppendTemplate(nil, components["path"], template.Default()))
		case "query-names":
			var names []string
			for part := range strings.SplitSeq(components["query"], "&") {
				if name, _, _ := strings.Cut(part, "="); part != "" {
					name, _ = url.PathUnescape(name)
					names = append(names, name)
				}
			}
			slices.Sort(names)
			components["query-names"] = fmt.Sprintf("%q", slices.Compact(names))
		}
		if value, ok := components[part]; ok {
			class += strconv.Quote(value)
		} else {
			class += "-"
		}
	}
	return class
}

// A twinLine is the first line of a class.
type twinLine struct {
	normal, text string
	count        int
}

// twinDedupe is dedupe with a map.
func twinDedupe(in, level, parts string) []*twinLine {
	classes := map[string]*twinLine{}
	var out []*twinLine
	for line := range strings.Lines(in) {
		normal, ok := twinNormal(line, level, parts)
		if !ok {
			continue
		}
		class := twinClass(normal, parts)
		if l := classes[class]; l != nil {
			l.count++
			continue
		}
		classes[class] = &twinLine{normal, line, 1}
		out = append(out, classes[class])
	}
	return out
}

// twinOutput is what dedupe prints for the lines.
func twinOutput(lines []*twinLine, flag string) string {
	var b strings.Builder
	for _, l := range lines {
		switch {
		case flag == "--count":
			fmt.Fprintf(&b, "%7d %s", l.count, l.text)
		case flag == "--repeated" && l.count == 1, flag == "--unique" && l.count > 1:
		case flag == "--normalized":
			b.WriteString(l.normal + "\n")
		default:
			b.WriteString(l.text)
		}
	}
	return b.String()
}

// checkTwin checks that dedupe with a flag prints for in what twinDedupe has made of it.
func checkTwin(t *testing.T, in string, want []*twinLine, flag, flags string) {
	t.Helper()
	if flag == "--normalized" && strings.Contains(flags, "identical") {
		return // which has no normal form
	}
	args := strings.Fields("dedupe --quiet " + flag + " " + flags)
	if got := runWith(in, args...); got.out != twinOutput(want, flag) || got.err != "" {
		t.Errorf("%q prints %s, want the %d lines of a map", args, clip(got), len(want))
	}
}

// dedupe prints what a map gives, whatever the memory, the workers and the blocks.
func TestDedupeIsMap(t *testing.T) {
	t.Parallel()
	n := sizes.Times(25_000)
	in := spelledLines(1, n, n/2)
	for i, level := range []string{"identical", "syntax", "scheme"} {
		want := twinDedupe(in, level, "")
		for j, flag := range []string{"", "--count", "--repeated", "--unique", "--normalized"} {
			for _, how := range sizes.InTurn(i+j, "--memory=64K -j1", "--memory=64K -j8 --block-size=1000", "--memory=1M -j8", "--memory=64M -j2") {
				checkTwin(t, in, want, flag, "--level "+level+" "+how)
			}
		}
	}
}

// shapedLines are n references of few shapes.
func shapedLines(seed uint64, n int) string {
	rng := rand.New(rand.NewPCG(seed, 9))
	one := func(of ...string) string { return of[rng.IntN(len(of))] }
	var b strings.Builder
	for range n {
		b.WriteString(one("http:", "https:", "") + one("//a.example.co.uk", "//B.EXAMPLE.co.uk", "//example.co.uk:8080", "//192.0.2.1", "//co.uk", "//u@a.example.org", ""))
		b.WriteString(one("/users", "/%75sers", "/posts") + one("/7", "/8", "/8f3a91c2", "/edit", "") + one("", "/", ".png", ";a=b"))
		for range rng.IntN(4) {
			b.WriteString(one("?", "&") + one("a", "b", "%61", "a%26", "") + one("", "=", "=1", "=2"))
		}
		b.WriteString(one("", "#f") + "\n")
	}
	return b.String()
}

// longParts are references with all parts, of n bytes each: in capitals, in lower case,
// and with one part that is another at its beginning or its end.
func longParts(n int) string {
	parts := []string{"SCHEME", "u", "h", "8", "/p", "q", "f"}
	for i := range parts {
		parts[i] += strings.Repeat(parts[i][len(parts[i])-1:], n)
	}
	line := func() string {
		return fmt.Sprintf("%s://%s@%s:%s%s?%s#%s\n", parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6])
	}
	in := line() + strings.ToLower(line())
	for i, part := range parts {
		other := string("A7x77xx"[i])
		for _, at := range []int{i / 4 % 2, len(part) - 1} { // a path begins with "/"
			parts[i] = part[:at] + other + part[at+1:]
			in += line()
		}
		parts[i] = part
	}
	return in
}

// Lines are equivalent if the parts are the same that --key names, as Appendix B of RFC
// 3986 finds them, and if neither or both are defined.
func TestDedupeKeyIsMap(t *testing.T) {
	t.Parallel()
	in := strings.Join(assortedLines(5, sizes.Times(2000)), "\n") + "\n" + longParts(1) + longParts(200) + shapedLines(6, sizes.Times(5000))
	keys := append(slices.Clone(dedupe.PartNames), "host,path", "template,query-names", "site,template", "host,path,query-names", "scheme,authority,path,query", "scheme,userinfo,host,port,path,query,fragment")
	for i, key := range keys {
		for j, level := range []string{"identical", "syntax", "scheme"} {
			want := twinDedupe(in, level, key)
			for _, flag := range sizes.InTurn(i+j, "", "--count", "--normalized") {
				checkTwin(t, in, want, flag, "--level "+level+" --key "+key)
			}
		}
	}
	few := strings.Join(assortedLines(7, 60), "\n") + "\n" + shapedLines(8, 60)
	for i, key := range dedupe.PartNames {
		for _, other := range dedupe.PartNames[:i] {
			checkTwin(t, few, twinDedupe(few, "scheme", key+","+other), "", "--key "+key+","+other)
		}
	}
}

// The number of lines that --key leaves out is that of those that are not printed, whatever the
// memory.
func TestDedupeTellsHowMany(t *testing.T) {
	t.Parallel()
	n := sizes.Times(25_000)
	in := spelledLines(2, n, n/2)
	valid := len(strings.Split(runWith(in, "normalize", "--quiet").out, "\n"))
	for _, how := range []string{"--memory 64K", "--memory 64K --count", "--memory 64K --repeated --block-size 1000", "--memory 1M --unique", "", "--seen " + filepath.Join(t.TempDir(), "set")} {
		got := runWith(in, strings.Fields("dedupe --key host,path "+how)...)
		lines := strings.Split(strings.TrimSuffix(got.err, "\n"), "\n")
		want := fmt.Sprintf("uriscan: lines like others by --key, left out: %d", valid-len(strings.Split(got.out, "\n")))
		if last := lines[len(lines)-1]; last != want {
			t.Errorf("dedupe %s ends with %q, want %q", how, last, want)
		}
	}
}

func TestDedupe(t *testing.T) {
	t.Parallel()
	const in = "http://a/\nHTTP://A:80\nx y\nhttp://b/?q\nx y\nhttp://a/b#f\nhttp://u@b:80\n"
	many := "/?b" + strings.Repeat("&a", maxSorted) + "\n/?a" + strings.Repeat("&b", maxSorted) + "\n"
	for _, tt := range []struct {
		name   string
		args   string
		in     string
		want   string
		err    string
		status int
	}{
		{"default", "", in, "http://a/\nhttp://b/?q\nhttp://a/b#f\nhttp://u@b:80\n", "-:3:2: bad-path\n-:5:2: bad-path\n", diag.ExitBad},
		{"syntax", "--level syntax --quiet", in, "http://a/\nHTTP://A:80\nhttp://b/?q\nhttp://a/b#f\nhttp://u@b:80\n", "", diag.ExitBad},
		{"identical", "--level identical", in, "http://a/\nHTTP://A:80\nx y\nhttp://b/?q\nhttp://a/b#f\nhttp://u@b:80\n", "", diag.ExitGood},
		{"keep", "--on-error keep --quiet", in, "http://a/\nx y\nhttp://b/?q\nhttp://a/b#f\nhttp://u@b:80\n", "", diag.ExitBad},
		{"fail", "--on-error fail", in, "http://a/\n", "-:3:2: bad-path\n", diag.ExitBad},
		{"count", "-c --quiet", in, "      2 http://a/\n      1 http://b/?q\n      1 http://a/b#f\n      1 http://u@b:80\n", "", diag.ExitBad},
		{"count what is kept", "-cd --quiet --on-error keep", in, "      2 http://a/\n      2 x y\n", "", diag.ExitBad},
		{"repeated", "-d --quiet", in, "http://a/\n", "", diag.ExitBad},
		{"unique", "-u --quiet", in, "http://b/?q\nhttp://a/b#f\nhttp://u@b:80\n", "", diag.ExitBad},
		{"normalized", "--normalized --quiet", "HTTP://A:80\r\nhttp://a\n", "http://a/\n", "", diag.ExitGood},
		{"host", "--key host --quiet", in, "http://a/\nhttp://b/?q\n", "", diag.ExitBad},
		{"host, counted", "--key host -c --quiet", in, "      3 http://a/\n      2 http://b/?q\n", "", diag.ExitBad},
		{"path of what is spelled", "--key path --level identical --quiet", in, "http://a/\nHTTP://A:80\nhttp://a/b#f\n", "", diag.ExitBad},
		{"origin", "--key origin", "http://u@a:80/x\nhttp://a/y\nhttps://a/\nmailto:a\nmailto:b\n/x\n/y\n//a\n",
			"http://u@a:80/x\nhttps://a/\nmailto:a\n/x\n//a\n", "uriscan: lines like others by --key, left out: 3\n", diag.ExitGood},
		{"undefined is not empty", "--key query", "a\na?\nb\nb?\n", "a\na?\n", "uriscan: lines like others by --key, left out: 2\n", diag.ExitGood},
		{"two parts", "--key host,path", "//a/b\n//a/c\n//ab/\n//a/b?q\n", "//a/b\n//a/c\n//ab/\n", "uriscan: lines like others by --key, left out: 1\n", diag.ExitGood},
		{"templates", "--key template", "http://h/a/1?x\nhttp://h/a/2#y\nhttp://i/a/3\nhttp://h/a/b\nhttp://h/a/4/\n", "http://h/a/1?x\nhttp://i/a/3\nhttp://h/a/b\nhttp://h/a/4/\n", "uriscan: lines like others by --key, left out: 1\n", diag.ExitGood},
		{"names", "--key query-names", "/a?x=1&y\n/a?y=2&x&x\n/a?x\n/b?x&y\n/a?%78=3\n/a\n/a?&\n", "/a?x=1&y\n/a?x\n/b?x&y\n/a\n", "uriscan: lines like others by --key, left out: 3\n", diag.ExitGood},
		{"many names", "--key query-names", many, many, "", diag.ExitGood},
		{"templates and names", "--key template,query-names", "/a/1?x=1\n/a/2?x=2\n/a/3?y\n", "/a/1?x=1\n/a/3?y\n", "uriscan: lines like others by --key, left out: 1\n", diag.ExitGood},
		{"sites", "--key site", "http://www.a.co.uk/\nhttps://B.A.co.uk:8/x\n//192.0.2.1\n//192.0.2.2\n//co.uk\n/x\n/y\n", "http://www.a.co.uk/\n//192.0.2.1\n//192.0.2.2\n//co.uk\n/x\n", "uriscan: lines like others by --key, left out: 2\n", diag.ExitGood},
		{"sites and templates", "--key site,template", "//a.b.com/1\n//c.b.com/2\n//c.b.com/x\n", "//a.b.com/1\n//c.b.com/x\n", "uriscan: lines like others by --key, left out: 1\n", diag.ExitGood},
		{"templates, counted", "--key template --count", "/1\n/2\n/x\n", "      2 /1\n      1 /x\n", "uriscan: lines like others by --key, left out: 1\n", diag.ExitGood},
		{"templates, unique", "--key template --unique", "/1\n/2\n/x\n", "/x\n", "uriscan: lines like others by --key, left out: 2\n", diag.ExitGood},
		{"templates of a table", "--key template --field 2 --on-error keep", "a\t/1\nb\t/2\nc\nc\n", "a\t/1\nc\n", "-:3:2: missing-field\n-:4:2: missing-field\nuriscan: lines like others by --key, left out: 2\n", diag.ExitBad},
		{"templates of what is spelled", "--key template --level identical", "//A/1\n//a/2\n//a/%33\n", "//A/1\n//a/2\n", "uriscan: lines like others by --key, left out: 1\n", diag.ExitGood},
		{"no line dropped", "--key template", "/1\n/x\n", "/1\n/x\n", "", diag.ExitGood},
		{"quiet", "--key template --quiet", "/1\n/2\n", "/1\n", "", diag.ExitGood},
		{"ends", "", "a\r\nb\na\nb\r\nc", "a\r\nb\nc\n", "", diag.ExitGood},
		{"ends, identical", "--level identical", "a\r\nb\na\nb\r\na\r", "a\r\nb\na\r\n", "", diag.ExitGood},
		{"NUL", "-0 --level identical", "a\n\x00b\x00a\n\x00c", "a\n\x00b\x00c\x00", "", diag.ExitGood},
		{"empty lines", "", "\n\n\r\na\n\n", "\na\n", "", diag.ExitGood},
		{"nothing", "", "", "", "", diag.ExitGood},
		{"too long", "--max-line 3", "abcd\nabc\nabcd\nabc\n", "abc\n", "-:1:4: too-long\n-:3:4: too-long\n", diag.ExitBad},
		{"too long, kept", "--max-line 3 --on-error keep --quiet", "abcd\nabc\nabcd\nabc\n", "abcd\nabc\nabcd\n", "", diag.ExitBad},
		{"too long, kept with its end", "--max-line 3 --on-error keep --quiet", "abcd\r\nabc\r\nabcd\n", "abcd\r\nabc\r\nabcd\n", "", diag.ExitBad},
		{"too long, counted", "--max-line 3 --on-error keep --quiet -c", "abc\nabcd\nabc\nabcd\n", "      2 abc\nabcd\nabcd\n", "", diag.ExitBad},
		{"too long, repeated", "--max-line 3 --on-error keep --quiet -d", "abc\nabcd\nx\nabc\nabcd\n", "abc\nabcd\nabcd\n", "", diag.ExitBad},
		{"too long, unique", "--max-line 3 --on-error keep --quiet -u", "abc\nabcd\nx\nabc\nabcd\n", "abcd\nx\nabcd\n", "", diag.ExitBad},
		{"too long, left out of what is counted", "--max-line 3 --quiet -c", "abc\nabcdefghijklm\nabc\n", "      2 abc\n", "", diag.ExitBad},
		{"normalized, of the greatest length", "--max-line 10 --normalized", "HTTP://A:1\nHTTP://A:1", "http://a:1/\n", "", diag.ExitGood},
		{"normalized, and a bad line", "--normalized", "HTTP://A\nx y\n", "http://a/\n", "-:2:2: bad-path\n", diag.ExitBad},
		{"bad line like a key", "--key host --on-error keep --quiet", "//h\n\x00\x01h\n//h\n\x00\x01h\n", "//h\n\x00\x01h\n", "", diag.ExitBad},
		{"bad field like a key", "--key host --field 1 --on-error keep --quiet", "//h\n\x00\x01h\n//h\n\x00\x01h\n", "//h\n\x00\x01h\n", "", diag.ExitBad},
		{"bad field of the greatest length", "--field 1 --max-line 3 --on-error keep --quiet", "x y\nx y\nx yz\nx yz\n", "x y\nx yz\nx yz\n", "", diag.ExitBad},
		{"too long at identical", "--max-line 3 --level identical", "ab c\nabc\n", "abc\n", "-:1:4: too-long\n", diag.ExitBad},
		{"field", "--field 2", "1\thttp://a\tx\r\n2\tHTTP://A/\n3\n4\tb", "1\thttp://a\tx\r\n3\n4\tb\n", "-:3:2: missing-field\n", diag.ExitBad},
		{"field, normalized", "--field 2 --normalized --quiet", "1\tHTTP://A\tx\r\n2\thttp://a/\n", "1\thttp://a/\tx\r\n", "", diag.ExitGood},
		{"field, kept", "--field 2 --on-error keep --quiet", "3\n1\ta\n3\n4\tx y\n5\tx y", "3\n1\ta\n4\tx y\n5\tx y\n", "", diag.ExitBad},
		{"identical field", "--field 2 --level identical", "1\tx y\n2\tx y\n3\t\n4\t\n", "1\tx y\n3\t\n", "", diag.ExitGood},
		{"identical host of a field", "--field 2 --level identical --key host --quiet", "1\thttp://a/x\n2\tHTTP://a/y\n3\tHTTP://A\n", "1\thttp://a/x\n3\tHTTP://A\n", "", diag.ExitGood},
		{"CSV", "--csv --field 1 --header", "url,n\n\"a\",1\na,\"2\n3\"\nb,\"4\n5\"\n", "url,n\n\"a\",1\nb,\"4\n5\"\n", "", diag.ExitGood},
		{"log", "--log --quiet", "h - - [d] \"GET /a HTTP/1.1\" 200 1\nh - - [d] \"POST /%61 HTTP/1.1\" 200 1\n",
			"h - - [d] \"GET /a HTTP/1.1\" 200 1\n", "", diag.ExitGood},
		{"JSON", "--json-field u", "{\"u\":\"a\\u002fb\"}\n{\"u\":\"a/b\"}\n{\"u\":\"\"}\n{\"u\":\"\"}\n", "{\"u\":\"a\\u002fb\"}\n{\"u\":\"\"}\n{\"u\":\"\"}\n", "", diag.ExitGood},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := outcome{tt.status, tt.want, tt.err}
			for _, size := range sizes.Few("1", "5", "256K") {
				args := append([]string{"dedupe", "--block-size", size}, strings.Fields(tt.args)...)
				if got := runWith(tt.in, args...); got != want {
					t.Errorf("%q = %+v, want %+v", args, got, want)
				}
			}
		})
	}
}

// A set is of one kind of classes, however that is said.
func TestDedupeSeenOfAnotherKind(t *testing.T) {
	t.Chdir(t.TempDir())
	runWith("a\n", "dedupe", "--seen", "set", "--key", "host")
	runWith("", "dedupe", "--seen", "\x7f", "--key", "scheme,authority,path")
	testkit.Write(t, "rules", `{"routes":["/a/{b}"]}`)
	for args, want := range map[string]string{
		"template": "", "template,origin": "", "origin,template,query-names": "scheme,host,port,template --rules of checksum ",
		"template --rules rules": "--rules of checksum ", "site,template": "scheme,host,port,template", "query-names": "scheme,host,port,template",
	} {
		args = "dedupe --seen shapes --key " + args
		runWith("", "dedupe", "--seen", "shapes", "--key", "template")
		if got := runWith("", strings.Fields(args)...); (got.status != diag.ExitGood) != (want != "") || !strings.Contains(got.err, want) {
			t.Errorf("%s of a set of templates = %+v, want %q", args, got, want)
		}
	}
	testkit.WriteAll(t, map[string]string{"psl": "com\n", "other": "com\nexample.com\n", "again": "// the same\ncom\n"})
	for args, ok := range map[string]bool{"--psl psl": true, "--psl again": true, "--psl other": false, "": false} {
		runWith("", "dedupe", "--seen", "sites", "--key", "site", "--psl", "psl")
		if got := runWith("", append([]string{"dedupe", "--seen", "sites", "--key", "site"}, strings.Fields(args)...)...); (got.status == diag.ExitGood) != ok || !ok && !strings.Contains(got.err, "--psl of checksum ") {
			t.Errorf("dedupe %s of a set of sites by a list = %+v, want it taken: %t", args, got, ok)
		}
	}
	for args, made := range map[string]string{ // how the set was made, if that is another way
		"set": "host", "set --level syntax": "host", "set --key path": "host", "set --key host,host": "", "set --key host --key host": "",
		"\x7f --key authority,host,scheme,path,port": "", "\x7f --key path,userinfo,authority,scheme": "",
		"\x7f --key origin,path": "scheme,authority,path", "\x7f --key scheme,host,path": "scheme,authority,path",
	} {
		name, _, _ := strings.Cut(args, " ")
		got := runWith("", append([]string{"dedupe", "--seen"}, strings.Fields(args)...)...)
		if made == "" && got != (outcome{}) || made != "" && (got.status != diag.ExitUsage || !strings.Contains(got.err, stream.OneLine(name)+" was made with --level scheme --key "+made+", not with --level ")) {
			t.Errorf("dedupe --seen %s = %+v, want status 0, or %d if the set was made with --key %s", args, got, diag.ExitUsage, made)
		}
	}
}

// With knowledge of Hash an attacker cannot make different references count as one. These have the
// same for seed 0: its lanes multiply what they absorb, and both factors that the two halves
// of a lane give have other divisors in the one than in the other.
func TestColliding(t *testing.T) {
	start := "http://h/" + strings.Repeat("a", 55)
	one := start + "6qUdOUj$zGaNwQMzaLYIz*iqv!2vW$-dGTlR31!k(62o@*~FdI,k7*FVNJGsJdT8"
	other := start + "ob*f&XE9h.hLvZO13BOk+R_foRmTjzv$j$lAtZ_GpWX4,wp97NBl-Qg)@Qv,PBha"
	var hashes [2]normalize.Sum
	for i, src := range []string{one, other} {
		ref, err := scanner.Parse(src)
		testkit.Must(t, err)
		hashes[i] = normalize.Hash(src, ref, normalize.SchemeBased, 0)
	}
	if hashes[0] != hashes[1] {
		t.Fatalf("Hash(%q, %q) = %x, want the same for both", one, other, hashes)
	}
	in := one + "\n" + other + "\n"
	if got := runWith(in+in, "dedupe"); got != (outcome{diag.ExitGood, in, ""}) {
		t.Errorf("dedupe of what collides = %+v, want both", got)
	}
	if got := runWith(in+in, "stats", "--json"); !strings.Contains(got.out, `"distinct":{"count":2,"exact":true}`) {
		t.Errorf("stats --json of what collides = %+v, want 2 distinct ones", got)
	}
}

// A line that is written without a copy, or that is larger than the memory, comes after those
// before it.
func TestDedupeLargeLine(t *testing.T) {
	large := strings.Repeat("l", 256<<10) + "\n"
	want := outcome{diag.ExitGood, "a\n" + large + "b\n", ""}
	for _, args := range []string{"dedupe --block-size 1M", "dedupe --repeated --memory 64K"} {
		if got := runWith("a\na\n"+large+"b\nb\n"+large, strings.Fields(args)...); got != want {
			t.Errorf("%s of short lines about a long one = %+v, want %+v", args, clip(got), clip(want))
		}
	}
}

// A query with more parameters than can be sorted in little memory stays as it is.
func TestQuerySortsNotTooMany(t *testing.T) {
	t.Parallel()
	for n, sorted := range map[int]bool{maxSorted - 1: true, maxSorted: false} {
		for separator, flags := range map[string]string{"&": "--sort", ";": "--sort --semicolon"} {
			in := "/?b" + strings.Repeat(separator+"a", n) + "\n"
			got := runWith(in, append([]string{"query"}, strings.Fields(flags)...)...)
			if got.status != diag.ExitGood || (got.out != in) != sorted || sorted && !strings.HasSuffix(got.out, separator+"b\n") {
				t.Errorf("query %s of %d parameters = %d, sorted: %v", flags, n+1, got.status, !sorted)
			}
		}
	}
}

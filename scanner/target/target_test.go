package target

import (
	_ "embed"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

func TestMain(m *testing.M) { suite.Run(m) }

// A vector is a line of vectors.jsonl. Error is the text of a Fault.
type vector struct {
	Op, Source, Why             string
	Method, Scheme, SNI, Target string
	Host                        *string
	Prefix                      string
	Stripped                    *string // nil if the prefix is not stripped
	Want, Error                 string
}

//go:embed testdata/vectors.jsonl
var vectorLines string

// vectors calls test with each vector of an operation. It fails if there are not n of them.
func vectors(t testing.TB, op string, n int, test func(v vector)) {
	t.Helper()
	for line := range strings.Lines(vectorLines) {
		var v vector
		if testkit.Must(t, json.Unmarshal([]byte(line), &v)); v.Op == op {
			n--
			test(v)
		}
	}
	if n != 0 {
		t.Errorf("vectors.jsonl has %d vectors less for %s", n, op)
	}
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.(scanner.Error).Fault().String()
}

func (v vector) request() *Request {
	r := &Request{Method: []byte(v.Method), Scheme: []byte(v.Scheme), SNI: []byte(v.SNI), Target: []byte(v.Target)}
	if v.Host != nil {
		r.Host = []byte(*v.Host)
	}
	return r
}

func TestParse(t *testing.T) {
	vectors(t, "parse", 71, func(v vector) {
		form, ref, err := Parse(v.Method, v.Target)
		got := ""
		if err == nil {
			got = form.String() + ": " + ref.String()
		} else if form != 0 || ref != (scanner.Ref{}) {
			t.Errorf("Parse(%s, %q) = %v, %v, %v", v.Method, v.Target, form, ref, err)
		}
		if got != v.Want || textOf(err) != v.Error {
			t.Errorf("%s: Parse(%s, %q) = %q, %v, want %q, %q %s", v.Source, v.Method, v.Target, got, err, v.Want, v.Error, v.Why)
		}
	})
}

func TestAppendURI(t *testing.T) {
	vectors(t, "uri", 72, func(v vector) {
		for _, dst := range []string{"", "before"} {
			out, ref, err := AppendURI([]byte(dst), v.request())
			if string(out) != dst+v.Want || textOf(err) != v.Error {
				t.Errorf("%s: AppendURI(%q, %+v) = %q, %v, want %q, %q %s", v.Source, dst, v, out, err, v.Want, v.Error, v.Why)
			}
			if want, bad := scanner.Parse(v.Want); ref != want || bad != nil {
				t.Errorf("AppendURI(%q, %+v): Ref %v, want %v %v", dst, v, ref, want, bad)
			}
		}
	})
}

// Whatever the fields are, the URI has the parts that it is made of, or dst is unchanged.
func FuzzAppendURI(f *testing.F) {
	vectors(f, "uri", 72, func(v vector) {
		r := v.request()
		f.Add(r.Method, r.Scheme, r.Host, r.SNI, r.Target)
	})
	f.Fuzz(func(t *testing.T, method, scheme, host, sni, target []byte) {
		r := &Request{method, scheme, host, sni, target}
		dst := []byte("before")
		out, ref, err := AppendURI(dst, r)
		if err != nil {
			if string(out) != "before" || ref != (scanner.Ref{}) {
				t.Errorf("AppendURI(%+q) = %q, %v, %v", r, out, ref, err)
			}
			return
		}
		form, _, err := Parse(method, target)
		want := map[Form]string{
			OriginForm: string(scheme) + "://" + string(host) + string(target), AbsoluteForm: string(target),
			AuthorityForm: string(scheme) + "://" + string(target), AsteriskForm: string(scheme) + "://" + string(host),
		}[form]
		if parsed, bad := scanner.ParseRule(want, scanner.AbsoluteURI); string(out) != "before"+want || ref != parsed || err != nil || bad != nil {
			t.Errorf("AppendURI(%+q) = %q, %v, want %q, %v", r, out, ref, want, parsed)
		}
		name, _ := normalize.String("//"+ref.Host().OfString(want), normalize.Syntax)
		if len(sni) > 0 && strings.TrimSuffix(name, ".") != "//"+strings.ToLower(string(sni)) {
			t.Errorf("AppendURI(%+q) = %q, which is not of SNI", r, out)
		}
	})
}

// Each kind of host with a comma before, in, or after it: a comma is a byte of an IPvFuture alone.
func TestHostLists(t *testing.T) {
	for _, host := range []string{"h", "1.2.3.4", "[::1]", "h:80", "[::1]:80", "[v1.a]", "[v1.a]:80", "[v1.a,b]", ""} {
		for _, list := range []string{"%s", ",%s", "%s,", "%s,h", "h,%s", "%s,[v1.a]", "[::1],%s", "%s,[::1]"} {
			field := strings.Replace(list, "%s", host, 1)
			want := ""
			outside := field
			if strings.HasPrefix(field, "[v1.a,b]") {
				outside = strings.Replace(field, ",", "_", 1)
			}
			if at := strings.IndexByte(outside, ','); at >= 0 {
				want = "host-list at offset " + strconv.Itoa(at)
			} else if field == "" {
				want = "empty-host at offset 0"
			}
			r := &Request{Method: []byte("GET"), Scheme: []byte("http"), Host: []byte(field), Target: []byte("/")}
			if _, _, err := AppendURI(nil, r); textOf(err) != want {
				t.Errorf("AppendURI with Host %q: %v, want %q", field, err, want)
			}
		}
	}
}

// The kinds tell disagreements apart.
func TestErrorsIs(t *testing.T) {
	r := &Request{Method: []byte("GET"), Host: []byte("a"), Target: []byte("http://b/")}
	_, _, err := AppendURI(nil, r)
	if !errors.Is(err, scanner.HostMismatch) || errors.Is(err, scanner.ConnectMismatch) || errors.Is(err, scanner.SNIMismatch) {
		t.Errorf("AppendURI(%s) = %v, want one HostMismatch", r.Target, err)
	}
}

func TestTooLong(t *testing.T) {
	defer func(n int) { longest = n }(longest)
	longest = 12
	for _, test := range []struct{ method, in, want string }{
		{"GET", "/a/b/c/d/e/f", ""},
		{"GET", "/a/b/c/d/e/fg", "too-long at offset 12"},
		{"GET", "/a/b/c/d/e/%41", "too-long at offset 12"},
		{"GET", "/a b/c/d/e/fg", "bad-path at offset 2"},
		{"GET", "/a/b/c/d/e/ g", "bad-path at offset 11"},
		{"GET", "/a/b/c/d/e/#g", "bad-fragment at offset 11"},
		{"GET", "http://h/b/ g", "bad-path at offset 11"},
		{"CONNECT", "hhhhhhhhhhh:/", "too-long at offset 12"},
		{"CONNECT", "hhhhhhhhhhh/h", "bad-host at offset 11"},
		{"GET", "//a/b/c/d/e/#", "too-long at offset 12"},
		{"GET", "//a/b/c/d/#/e", "bad-fragment at offset 10"},
		{"GET", "http://hhhhhhh", "too-long at offset 12"},
		{"GET", "http://:hhhhhh", "empty-host at offset 7"},
		{"CONNECT", "hhhhhhhhhhhhh", "too-long at offset 12"},
		{"OPTIONS", "*************", "bad-target at offset 1"},
	} {
		if _, _, err := Parse(test.method, test.in); textOf(err) != test.want {
			t.Errorf("Parse(%s, %q) = %v, want %q", test.method, test.in, err, test.want)
		}
	}
	r := &Request{Method: []byte("GET"), Scheme: []byte("http"), Host: []byte("h"), Target: []byte("/p/q")}
	if out, _, err := AppendURI(nil, r); string(out) != "http://h/p/q" || err != nil {
		t.Errorf("AppendURI(%s) = %q, %v", r.Target, out, err)
	}
	r.Target = []byte("/p/qr")
	if out, _, err := AppendURI(nil, r); out != nil || textOf(err) != "too-long at offset 12" {
		t.Errorf("AppendURI(%s) = %q, %v, want TooLong at 12", r.Target, out, err)
	}
}

func TestFormString(t *testing.T) {
	for f, want := range []string{"", "origin", "absolute", "authority", "asterisk", ""} {
		if got := Form(f).String(); got != want {
			t.Errorf("Form(%d).String() = %q, want %q", f, got, want)
		}
	}
}

// Only OPTIONS, in its case, has the asterisk-form, and only CONNECT the authority-form.
func TestMethods(t *testing.T) {
	for _, method := range []string{"", "GET", "OPTION", "OPTIONS", "options", "Options", "OPTIONS ", "PATCHES", "POPTIONS", "CONNECT", "connect", "CONNECT ", "CONNEC", "xCONNECT", "TRACE", "1234567"} {
		for target, want := range map[string]Form{"*": 0, "h:1": AbsoluteForm, "/a": OriginForm, "x:b": AbsoluteForm} {
			switch {
			case method == "OPTIONS" && target == "*":
				want = AsteriskForm
			case method == "CONNECT" && target == "h:1":
				want = AuthorityForm
			case method == "CONNECT":
				want = 0
			}
			if got, _, err := Parse(method, target); got != want || (err == nil) != (want != 0) {
				t.Errorf("Parse(%q, %q) = %v, %v, want %v", method, target, got, err, want)
			}
		}
	}
}

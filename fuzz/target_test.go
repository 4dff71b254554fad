package fuzz

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// targetForms are the rules of the forms.
var targetForms = map[string]target.Form{
	"origin-form": target.OriginForm, "absolute-form": target.AbsoluteForm, "web-URI": target.AbsoluteForm,
	"authority-form": target.AuthorityForm, "asterisk-form": target.AsteriskForm,
}

// alike are the rules of targets that break as rules of RFC 3986 do.
var alike = map[string]string{
	"web-authority": "authority", "authority-form": "authority", "web-host": "host", "web-name": "reg-name",
}

// A targetJudge compares target.Parse with the grammar.
type targetJudge struct {
	testing.TB
	*abnf.Matcher
}

var targetGrammar = abnf.RFC9112()

func newTargetJudge(t testing.TB) targetJudge { return targetJudge{t, targetGrammar.NewMatcher()} }

// judge judges the answers for one target: that is valid if the rule of some form is
// matched that the method has, and the offset is the largest of these rules.
func (j targetJudge) judge(method, in string) {
	absolute := "absolute-form"
	if scheme, _, ok := strings.Cut(strings.ToLower(in), ":"); ok && (scheme == "http" || scheme == "https") {
		absolute = "web-URI"
	}
	rules := []string{"origin-form", absolute}
	switch method {
	case "CONNECT":
		rules = []string{"authority-form"}
	case "OPTIONS":
		rules = append(rules, "asterisk-form")
	}
	var found abnf.Answer
	var rule string
	for _, r := range rules {
		if a := j.Match(r, []byte(in)); rule == "" || a.Member || a.Prefix > found.Prefix {
			found, rule = a, r
		}
	}
	form, ref, err := target.Parse(method, []byte(in))
	if form2, ref2, err2 := target.Parse([]byte(method), in); form2 != form || ref2 != ref || err2 != err {
		j.Errorf("Parse(%s, %q) = %v %v %v of bytes, %v %v %v of a string", method, in, form, ref, err, form2, ref2, err2)
	}
	if !found.Member {
		e, _ := err.(scanner.Error)
		if got, want := e.Fault(), j.kind(rule, found, in); got.Offset() != found.Prefix || got.Kind() != want || form != 0 || ref != (scanner.Ref{}) {
			j.Errorf("Parse(%s, %q) = %v %v %v, want %v at %d", method, in, form, ref, err, want, found.Prefix)
		}
		return
	}
	if form != targetForms[rule] || err != nil {
		j.Errorf("Parse(%s, %q) = %v, %v, want %v", method, in, form, err, targetForms[rule])
		return
	}
	j.ref(form, ref, in)
}

// kind returns the kind for an input that breaks a rule.
func (j targetJudge) kind(rule string, a abnf.Answer, in string) scanner.Kind {
	var open []string
	for _, name := range a.Open {
		open = append(open, cmp.Or(alike[name], name))
	}
	slices.Sort(open)
	a.Open = open
	kind, good, rest := kindOf(a, a, len(in)), in[:a.Prefix], in[a.Prefix:]
	_, afterColon, _ := strings.Cut(good, ":")
	switch {
	case kind == scanner.UnexpectedEnd || kind == scanner.BadPercent:
		return kind
	case rule == "asterisk-form" || rule != "authority-form" && good == "":
		return scanner.BadTarget
	case rule != "authority-form" && rest[0] == '#' && j.Match(rule, []byte(good)).Member:
		return scanner.BadFragment
	case rule == "web-URI" && (afterColon == "" || afterColon == "/"):
		return scanner.EmptyHost
	}
	if end := strings.IndexAny(rest, "/?#@"); rule == "web-URI" && end >= 0 && rest[end] == '@' && j.Match("absolute-form", []byte(in)).Prefix > a.Prefix {
		return scanner.UserinfoRefused
	}
	if rule == "web-URI" && afterColon == "//" && strings.ContainsAny(rest[:1], ":/?#") {
		return scanner.EmptyHost
	}
	return kind
}

// ref judges the offsets of a target, by those of the reference that it is a part of.
func (j targetJudge) ref(form target.Form, got scanner.Ref, in string) {
	before := map[target.Form]string{target.OriginForm: "s://h", target.AuthorityForm: "//"}[form]
	want, err := scanner.Parse(before + in)
	testkit.Must(j, err)
	parts := want.Components()
	if form == target.OriginForm {
		parts &= scanner.Path | scanner.Query
	} else if got.HostKind() != want.HostKind() || got.PathKind() != want.PathKind() {
		j.Errorf("Parse(%v %q) = %v, want %v", form, in, got, want)
	}
	if got.Components() != parts || got.Len() != len(in) {
		j.Errorf("Parse(%v %q) = %v, want %v in %d bytes", form, in, got, parts, len(in))
	}
	for c := scanner.Scheme; c != 0; c <<= 1 {
		if parts&c != 0 && got.Span(c).OfString(in) != want.Span(c).OfString(before+in) || got.Span(c).Len() > 0 && parts&c == 0 {
			j.Errorf("Parse(%v %q).Span(%v) = %v, want %q", form, in, c, got.Span(c), want.Span(c).OfString(before+in))
		}
	}
	if plain, err := scanner.Parse(in); form != target.AuthorityForm && !strings.HasPrefix(in, "//") && (got != plain || err != nil) {
		j.Errorf("Parse(%v %q) = %v, want %v as scanner.Parse", form, in, got, plain)
	}
}

// Short targets after what leads to each part of each form.
func TestTargets(t *testing.T) {
	j := newTargetJudge(t)
	letters := "/?#%4a:@[]*. \x80"
	words, few := cases.Words(letters, sizes.Of(3, 4)), cases.Words(letters, 2)
	for _, head := range []string{
		"", "*", "/a", "//", "/?", "/%", "s", "s:", "s://", "s:/a", "http", "http:", "HTTPS:", "http:/", "https://", "HTTP://h", "http://h:8", "httpx:",
		"http://h/", "http://h?", "http://[::1]", "http://[", "http://%4", "1.2.3", "[::", "[::1]", "[v1.", "h", "h:", "1.2.3.4:",
	} {
		if head != "" {
			words = few
		}
		for _, word := range words {
			for _, method := range []string{"GET", "OPTIONS", "CONNECT"} {
				j.judge(method, head+word)
			}
		}
	}
}

func FuzzTarget(f *testing.F) {
	for _, in := range []string{"/a?b", "//h/p", "http://u@h/", "HTTPS://:80", "[::1]:443", "*", "s:x#"} {
		f.Add("GET", in)
		f.Add("CONNECT", in)
		f.Add("OPTIONS", in)
	}
	f.Fuzz(func(t *testing.T, method, in string) { newTargetJudge(t).judge(method, in) })
}

// The Host fields that AppendURI accepts are those of the grammar, without lists, which a comma
// outside an IPvFuture makes of one.
func TestHostFields(t *testing.T) {
	j := newTargetJudge(t)
	for _, head := range []string{"", "h", "h:", "[::1]", "[v1.", "1.2.3."} {
		for _, word := range cases.Words("h4:.%,@[]/? ", 3) {
			host := []byte(head + word)
			a := j.Match("Host-field", host)
			_, _, err := target.AppendURI(nil, &target.Request{Method: []byte("GET"), Scheme: []byte("s"), Host: host, Target: []byte("/")})
			var e scanner.Error
			if errors.As(err, &e); e.Fault().Kind() == scanner.HostList {
				outside := 0
				if end := bytes.IndexByte(host, ']'); end < a.Prefix && bytes.HasPrefix(host, []byte("[v")) {
					outside = end + 1
				}
				if comma := bytes.IndexByte(host[outside:], ','); comma < 0 || outside+comma != e.Fault().Offset() {
					t.Errorf("AppendURI with Host %q: %v", host, err)
				}
			} else if a.Member != (err == nil) || !a.Member && (e.Fault().Kind() != scanner.BadHostField || e.Fault().Offset() != a.Prefix) {
				t.Errorf("AppendURI with Host %q: %v, want member = %v to %d", host, err, a.Member, a.Prefix)
			}
		}
	}
}

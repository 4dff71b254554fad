package redactlog

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"testing/slogtest"
	"time"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize/redact"
)

const (
	link   = "http://ann:hunter2@example.com/?sig=hunter2&q=1"
	masked = "http://REDACTED:REDACTED@example.com/?sig=REDACTED&q=1"
)

type logs struct{}

func (logs) LogValue() slog.Value { return slog.GroupValue(slog.String("link", link)) }

type prints struct{ name string }

func (p prints) String() string { return p.name + " " + link }

// info is a type of its own with the same fields.
type info url.Userinfo

type formats struct{}

func (formats) Format(s fmt.State, _ rune) { fmt.Fprint(s, "at ", link) }

// loop returns a list that is in itself.
func loop() any {
	type list struct{ Next *list }
	l := &list{}
	l.Next = l
	return l
}

type panics struct{}

func (*panics) Error() string { panic(link) }

// plain is a handler that is not one of slog's.
type plain struct {
	slog.Handler
	out *bytes.Buffer
}

func (p plain) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		fmt.Fprintf(p.out, "%s=%v %+v %s\n", a.Key, a.Value, a.Value.Any(), a.Value)
		fmt.Fprintf(p.out, "%#v %d %x %v\n", a.Value.Any(), a.Value.Any(), a.Value.Any(), []any{a.Value.Any()})
		return true
	})
	return nil
}

func TestHandler(t *testing.T) {
	u, err := url.Parse(link)
	testkit.Must(t, err)
	for _, row := range []struct {
		name  string
		value any
		json  string // what is written for it, without quotes; "": only that the secret is not
	}{
		{"string", "see " + link, "see " + masked},
		{"error", &url.Error{Op: "Get", URL: link, Err: errors.New("EOF")}, `Get \"` + masked + `\": EOF`},
		{"wrapped error", fmt.Errorf("a: %w", errors.New(link)), "a: " + masked},
		{"URL", u, masked},
		{"URL by value", *u, masked},
		{"URLs in a list", []any{u}, `"REDACTED"`},
		{"URL in a struct", struct{ U url.URL }{*u}, `"REDACTED"`},
		{"pointer in a struct", struct{ U *url.URL }{u}, `"REDACTED"`},
		{"values", u.Query(), "?q=1&sig=REDACTED"},
		{"userinfo", u.User, "REDACTED"},
		{"userinfo by value", *u.User, "REDACTED"},
		{"no URL", (*url.URL)(nil), ""},
		{"bytes", []byte(link), masked},
		{"LogValuer", logs{}, `{"link":"` + masked + `"}`},
		{"group", slog.GroupValue(slog.Group("g", slog.Any("u", u))), `{"g":{"u":"` + masked + `"}}`},
		{"struct", struct {
			Link string
			N    int
		}{link, 1}, `{"Link":"` + masked + `","N":1}`},
		{"map", map[string][]string{"a": {link}}, `{"a":["` + masked + `"]}`},
		{"Stringer", prints{"a"}, "{}"},
		{"JSON", json.RawMessage(`{"u":"http:\/\/ann:hunter2@h\/"}`), `{"u":"http:\/\/REDACTED:REDACTED@h\/"}`},
		{"userinfo in a struct", struct{ U *url.Userinfo }{u.User}, `"REDACTED"`},
		{"unexported", struct{ u url.Userinfo }{*u.User}, "{}"},
		{"userinfo of another type", struct{ U info }{info(*u.User)}, ""},
		{"userinfo in a list", []any{1, []*url.Userinfo{u.User}}, `"REDACTED"`},
		{"userinfo in a map", map[string]any{"a": map[string]any{"b": *u.User}}, `"REDACTED"`},
		{"lists of maps", []url.Values{u.Query()}, `"REDACTED"`},
		{"lists of maps without secrets", []url.Values{{"q": {"1"}}}, `[{"q":["1"]}]`},
		{"lists of lists", [1][]*url.Userinfo{{u.User}}, `"REDACTED"`},
		{"list of structs", []struct{ U url.Userinfo }{{*u.User}}, `"REDACTED"`},
		{"list of functions", []func(){nil}, ""},
		{"userinfo as a key", map[*url.Userinfo]int{u.User: 1}, ""},
		{"embedded userinfo", struct{ *url.Userinfo }{u.User}, ""},
		{"pointer to a pointer", &u, ""},
		{"pointer to a struct", &struct{ U *url.Userinfo }{u.User}, ""},
		{"pointers", &struct{ A *struct{ Q url.Values } }{&struct{ Q url.Values }{u.Query()}}, `"REDACTED"`},
		{"values without secrets", struct{ Q url.Values }{url.Values{"q": {"1"}}}, `{"Q":{"q":["1"]}}`},
		{"request", &http.Request{Method: "GET", URL: u, RequestURI: "/?sig=hunter2", Header: http.Header{"Referer": {link}}, Form: u.Query()}, ""},
		{"header", http.Header{"Location": {link, link}}, `{"Location":["` + masked + `","` + masked + `"]}`},
		{"strings", []string{link, "a"}, `["` + masked + `","a"]`},
		{"joined errors", errors.Join(errors.New("a"), &url.Error{Op: "Get", URL: link, Err: io.EOF}), `a\nGet \"` + masked + `\": EOF`},
		{"Formatter", formats{}, ""},
		{"list of errors", []error{errors.New(link)}, "[{}]"},
		{"values of slog", []any{slog.StringValue(link), slog.Any("a", link)}, ""},
		{"a loop", loop(), ""},
		{"an escape at the start", map[string]string{"u": "http://\x01hunter2@h"}, `"REDACTED"`},
		{"cannot be marshalled", map[string]any{link: func() {}}, ""},
		{"panics", (*panics)(nil), ""},
		{"number", 17, "17"},
		{"nil", nil, "null"},
	} {
		var out bytes.Buffer
		for _, h := range []slog.Handler{slog.NewJSONHandler(&out, nil), slog.NewTextHandler(&out, nil), plain{slog.DiscardHandler, &out}} {
			logger := slog.New(NewHandler(h, nil))
			logger.Error("m", "key", row.value)
			logger.With("key", row.value).WithGroup("h").Error("m", "n", 1)
		}
		if strings.Contains(out.String(), "hunter2") {
			t.Errorf("%s: the secret is in\n%s", row.name, &out)
		}
		first, _, _ := strings.Cut(out.String(), "\n")
		if !strings.Contains(first, row.json) {
			t.Errorf("%s: logged as\n%s, want it to have\n%s", row.name, first, row.json)
		}
	}
}

// The names of attributes and of groups are redacted, too.
func TestKeys(t *testing.T) {
	var out bytes.Buffer
	logger := slog.New(NewHandler(slog.NewJSONHandler(&out, nil), nil))
	logger.WithGroup(link).With(link, 1).Info("m", link, 2, slog.Group(link, "a:b", 3))
	if got := strings.Count(out.String(), `"`+masked+`":`); got != 4 || strings.Contains(out.String(), "hunter2") || !strings.Contains(out.String(), `"a:b":3`) {
		t.Errorf("the keys are in %s", &out)
	}
	for _, key := range []string{"ann:hunter2@h", "//ann@h/hunter2", "?sig=hunter2", "a?sig=hunter2", "#sig=hunter2", "&sig=hunter2", "%3Fsig%3Dhunter2", "plain.name-of_it"} {
		out.Reset()
		logger.Info("m", key, 1)
		if want := `"` + string(redact.Text(nil, key, nil)) + `":1}`; !strings.Contains(out.String(), want) {
			t.Errorf("the key %s is in %s, want %s", key, &out, want)
		}
	}
}

func TestMessage(t *testing.T) {
	p, err := redact.NewPolicy(redact.Rules{Mask: "x"})
	testkit.Must(t, err)
	var out bytes.Buffer
	slog.New(NewHandler(slog.NewTextHandler(&out, nil), p)).Warn("got " + link)
	if !strings.Contains(out.String(), `msg="got http://x:x@example.com/?sig=x&q=1"`) {
		t.Errorf("the message is in %s", &out)
	}
	out.Reset()
	slog.New(NewHandler(slog.NewTextHandler(&out, nil), p)).With("a", link).WithGroup("g").Warn("got "+link, "b", link)
	if n := strings.Count(out.String(), "http://x:x@example.com/?sig=x&q=1"); n != 3 {
		t.Errorf("after With and WithGroup the policy blanks %d of 3 links in %s", n, &out)
	}
}

// What is nested deeply is written as it is, up to a depth at which it is blanked.
func TestDepth(t *testing.T) {
	for depth, blanks := range map[int]bool{1: false, 20: false, 90: false, 200: true} {
		nested := any("x")
		for range depth {
			nested = []any{nested}
		}
		var out bytes.Buffer
		slog.New(NewHandler(slog.NewJSONHandler(&out, nil), nil)).Info("m", "a", nested)
		if want := strings.Repeat("[", depth) + `"x"`; strings.Contains(out.String(), want) == blanks {
			t.Errorf("%d lists are logged as %s", depth, &out)
		}
	}
}

// What is not redacted reaches the next handler as it was.
func TestRecord(t *testing.T) {
	var got slog.Record
	var given context.Context
	next := seen{slog.DiscardHandler, &got, &given}
	want := slog.NewRecord(time.Unix(17, 1), slog.LevelWarn, "m", 12345)
	want.AddAttrs(slog.Int("a", 1), slog.Duration("b", 2))
	ctx := context.WithValue(t.Context(), seen{}, 1)
	if err := NewHandler(next, nil).Handle(ctx, want); err != errSeen {
		t.Errorf("the error of the handler is %v, want %v", err, errSeen)
	}
	if !reflect.DeepEqual(got, want) || given != ctx {
		t.Errorf("the handler has %+v, want %+v, and context %v, want %v", got, want, given, ctx)
	}
}

var errSeen = errors.New("seen")

// seen is a handler that keeps what it is given.
type seen struct {
	slog.Handler
	record  *slog.Record
	context *context.Context
}

func (s seen) Handle(ctx context.Context, r slog.Record) error {
	*s.record, *s.context = r, ctx
	return errSeen
}

func TestAsHandler(t *testing.T) {
	var out bytes.Buffer
	err := slogtest.TestHandler(NewHandler(slog.NewJSONHandler(&out, nil), nil), func() (all []map[string]any) {
		for line := range bytes.Lines(out.Bytes()) {
			var m map[string]any
			if err := json.Unmarshal(line, &m); err != nil {
				t.Fatal(err)
			}
			all = append(all, m)
		}
		return all
	})
	if err != nil {
		t.Error(err)
	}
}

// fails cannot be marshalled, and says why.
type fails struct{}

func (fails) MarshalJSON() ([]byte, error) { return nil, errors.New("not hunter2 of " + link) }

// Whatever a secret is in, and whatever that is in, no handler prints it.
func TestInAnything(t *testing.T) {
	type inner struct{ V any }
	type Outer struct{ V any }
	type embeds struct{ inner }
	type embedsPointer struct{ *inner }
	type Deep struct{ embeds }
	wraps := map[string]func(v any) any{
		"pointer":               func(v any) any { return &v },
		"slice":                 func(v any) any { return []any{1, v} },
		"array":                 func(v any) any { return [2]any{1, v} },
		"map":                   func(v any) any { return map[string]any{"a": 1, "b": v} },
		"field":                 func(v any) any { return Outer{v} },
		"field behind a number": func(v any) any { return struct{ A, B any }{1, v} },
		"embedded":              func(v any) any { return embeds{inner{v}} },
		"embedded pointer":      func(v any) any { return embedsPointer{&inner{v}} },
		"embedded twice":        func(v any) any { return Deep{embeds{inner{v}}} },
	}
	secrets := map[string]any{
		"Userinfo": url.UserPassword("ann", "hunter2"), "own type": (*info)(url.UserPassword("ann", "hunter2")),
		"Values": url.Values{"sig": {"hunter2"}, "q": {"1"}}, "URL": &url.URL{Scheme: "http", Host: "h", RawQuery: "sig=hunter2"}, "failure": fails{},
	}
	for what, secret := range secrets {
		for first, wrap := range wraps {
			for second, again := range wraps {
				var out bytes.Buffer
				for _, h := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil), plain{slog.NewTextHandler(io.Discard, nil), &out}} {
					slog.New(NewHandler(h, nil)).Info("m", "a", again(wrap(secret)))
				}
				if strings.Contains(out.String(), "hunter2") {
					t.Errorf("a %s in a %s in a %s: %s", what, first, second, &out)
				}
			}
		}
	}
}

// A level is enabled if it is for the next handler.
func TestEnabled(t *testing.T) {
	for from := slog.LevelDebug - 1; from <= slog.LevelError+1; from++ {
		h := NewHandler(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: from}), nil)
		for l := from - 9; l <= from+9; l++ {
			for _, h := range []slog.Handler{h, h.WithGroup("g"), h.WithAttrs([]slog.Attr{slog.Int("a", 1)})} {
				if got := h.Enabled(t.Context(), l); got != (l >= from) {
					t.Errorf("before a handler from level %v, %v is enabled: %v", from, l, got)
				}
			}
		}
	}
}

package redactlog

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/url"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/normalize/redact"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked(t *testing.T) map[string]func(string) string {
	own, err := redact.NewPolicy(redact.Rules{Names: []string{"k"}, KeepUser: true, Mask: "**"})
	testkit.Must(t, err)
	all := map[string]func(string) string{}
	for name, p := range map[string]*redact.Policy{"": nil, "own.": own} {
		logged := func(do func(h slog.Handler, in string)) func(string) string {
			return func(in string) string {
				var out bytes.Buffer
				options := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
					if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
						return slog.Attr{}
					}
					return a
				}}
				do(NewHandler(slog.NewJSONHandler(&out, options), p), in)
				do(NewHandler(slog.NewTextHandler(&out, options), p), in)
				return out.String()
			}
		}
		as := func(value func(in string) any) func(string) string {
			return logged(func(h slog.Handler, in string) {
				r := slog.NewRecord(time.Time{}, 0, "m", 0)
				r.AddAttrs(slog.Any("v", value(in)))
				h.Handle(context.Background(), r)
			})
		}
		all[name+"texts"] = logged(func(h slog.Handler, in string) {
			r := slog.NewRecord(time.Time{}, 0, in, 0)
			r.AddAttrs(slog.String(in, in), slog.Group(in, slog.Any("err", errors.New(in))))
			h.WithGroup(in).WithAttrs([]slog.Attr{slog.String("a", in)}).Handle(context.Background(), r)
		})
		all[name+"values"] = as(func(in string) any { v, _ := url.ParseQuery(in); return v })
		if p != nil {
			continue
		}
		all["bytes"] = as(func(in string) any { return []byte(in) })
		all["list"] = as(func(in string) any { return []any{in, map[string]string{in: in}} })
		all["url"] = as(func(in string) any { u, _ := url.Parse(in); return u })
		all["urls"] = as(func(in string) any {
			u, err := url.Parse(in)
			if err != nil {
				return errors.New(in)
			}
			return struct {
				U []*url.URL
				s string
			}{[]*url.URL{u}, in}
		})
		all["map"] = as(func(in string) any { v, _ := url.ParseQuery(in); return map[string]any{"v": v} })
	}
	return all
}

func TestAnswers(t *testing.T) { answers.Check(t, asked(t)) }

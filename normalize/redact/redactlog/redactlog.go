// Package redactlog redacts what programs log with log/slog: the URLs in messages, strings,
// errors and other values, as package redact says.
//
//	logger := slog.New(redactlog.NewHandler(slog.NewJSONHandler(os.Stderr, nil), policy))
//	logger.Error("not fetched", "err", err) // of net/http, with the URL in it
//
// It fails closed: what is not a number, a time or a bool is passed on as a string, or as a value
// that writes itself redacted.
package redactlog

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"github.com/uriscan/uriscan/normalize/redact"
)

// NewHandler returns a Handler that passes records to h with the URLs in them redacted, by p
// or, if that is nil, by the policy of the zero redact.Rules.
//
// Strings are redacted by [redact.Text], as are the message and the keys, and so are the texts
// of errors and bytes, which become strings. A url.URL, and url.Values with a "?" before them,
// become strings, by [redact.Append]; a url.Userinfo becomes "REDACTED". Values that log
// themselves do so first, and groups keep their keys. Everything else with a type of its own
// becomes a value that is marshalled as it was, to JSON or as package fmt prints it, and then
// redacted. If a url.Userinfo is in it, the fields of a url.URL, each by itself, or url.Values
// with something to redact, all of it becomes "REDACTED". What is in no URL, such as a header with
// a password, stays.
func NewHandler(h slog.Handler, p *redact.Policy) slog.Handler { return &handler{h, p} }

type handler struct {
	next   slog.Handler
	policy *redact.Policy
}

func (h *handler) Enabled(ctx context.Context, l slog.Level) bool { return h.next.Enabled(ctx, l) }

func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	redacted := slog.NewRecord(r.Time, r.Level, h.text(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		redacted.AddAttrs(h.attr(a))
		return true
	})
	return h.next.Handle(ctx, redacted)
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &handler{h.next.WithAttrs(h.attrs(attrs)), h.policy}
}

func (h *handler) WithGroup(name string) slog.Handler {
	return &handler{h.next.WithGroup(h.key(name)), h.policy}
}

// key redacts the name of an attribute or of a group. Few have a URL, or parameters.
func (h *handler) key(s string) string {
	if !strings.ContainsAny(s, `:/?#&;=@%\`) {
		return s
	}
	return h.text(s)
}

func (h *handler) text(s string) string { return string(redact.Text(nil, s, h.policy)) }

func (h *handler) attrs(attrs []slog.Attr) []slog.Attr {
	redacted := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		redacted[i] = h.attr(a)
	}
	return redacted
}

func (h *handler) attr(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		v = slog.StringValue(h.text(v.String()))
	case slog.KindGroup:
		v = slog.GroupValue(h.attrs(v.Group())...)
	case slog.KindAny:
		v = h.any(v.Any())
	}
	return slog.Attr{Key: h.key(a.Key), Value: v}
}

func (h *handler) any(v any) slog.Value {
	switch v := v.(type) {
	case nil:
		return slog.AnyValue(nil)
	case *url.URL:
		if v == nil {
			return slog.AnyValue(nil)
		}
		return slog.StringValue(string(redact.Append(nil, v.String(), h.policy)))
	case url.URL:
		return slog.StringValue(string(redact.Append(nil, v.String(), h.policy)))
	case url.Values:
		return slog.StringValue(string(redact.Append(nil, "?"+v.Encode(), h.policy)))
	case *url.Userinfo, url.Userinfo:
		return slog.StringValue(blanked)
	case []byte:
		return slog.StringValue(h.text(string(v)))
	case error:
		return slog.StringValue(h.text(fmt.Sprint(v))) // says what panics
	}
	return slog.AnyValue(value{h, func() any { return v }})
}

package contracts

import (
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize/redact"
)

var redactions = func() (all []*redact.Policy) {
	for _, r := range []redact.Rules{
		{},
		{Names: []string{"token", "q*"}, Segments: []string{"b*"}, After: []string{"a"}, KeepUser: true, Mask: "*"},
		{Allow: []string{"name"}, Fragment: true},
	} {
		p, _ := redact.NewPolicy(r)
		all = append(all, p)
	}
	return all
}()

func forRedact[B lut.Bytes](src B) {
	for _, p := range redactions {
		sink.b = redact.Append(scratch, src, p)
		sink.b = redact.Text(scratch, src, p)
	}
}

func redactAllocs() []alloc {
	const functions = "normalize/redact.Append normalize/redact.Text"
	odd := []string{"http://a:b@h/a/b?%2574oken=1;q=2#token=3%26", "see http:\\\\a@b@c/a%2fb, {\"http:\\/\\/a:b@h\"}", "http://a:b", ""}
	rows := inputs(functions, forRedact, forRedact, forRedact, forRedact)
	rows = append(rows, unchecked("normalize/redact/redactlog.", "NewHandler handler.Enabled handler.Handle handler.WithAttrs handler.WithGroup value.Format value.String value.MarshalText value.MarshalJSON", "what is logged is copied")...)
	rows = append(rows, unchecked("normalize/redact.", "NewPolicy OpenTelemetry", "its result is a new object")...)
	return append(rows, each("normalize/redact.Append", "odd", odd, forRedact[string]))
}

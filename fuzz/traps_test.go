package fuzz

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

// A trap is a line of cases/traps.jsonl: a case derived from the text of the
// RFC, with its reason.
type trap struct {
	Op, In, Why, Source string
	Want                map[string]any
}

func TestTraps(t *testing.T) {
	j := newJudge(t)
	cases.Traps(t, "parse", 91, func(row []byte) {
		var tr trap
		testkit.Must(t, json.Unmarshal(row, &tr))
		j.line([]byte(tr.In), nil)
		if got := answerOf(tr.In); !maps.Equal(got, tr.Want) {
			t.Errorf("%s: Locate(%q) = %v, want %v (%s)", tr.Source, tr.In, got, tr.Want, tr.Why)
		}
	})
}

// answerOf returns what Locate says of in, as traps have it: nil is an undefined component.
func answerOf(in string) map[string]any {
	ref, fault := scanner.Locate(in, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return map[string]any{"valid": false, "err_at": float64(fault.Offset())}
	}
	answer := map[string]any{"valid": true, "form": "relative-ref", "host_type": nil}
	for c := scanner.Scheme; c != 0; c <<= 1 {
		if answer[c.String()] = nil; ref.Has(c) {
			answer[c.String()] = ref.Span(c).OfString(in)
		}
	}
	if ref.Has(scanner.Scheme) {
		answer["form"] = "URI"
	}
	if kind := ref.HostKind(); kind != scanner.NoHost {
		answer["host_type"] = kind.String()
	}
	return answer
}

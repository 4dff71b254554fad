package fuzz

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/scanner"
)

// A trap is a line of cases/traps.jsonl: a case derived from the text of the
// RFC, with its reason.
type trap struct {
	Op   string
	In   string
	Want struct {
		Valid     bool
		ErrAt     int `json:"err_at"`
		Form      string
		Scheme    *string
		Authority *string
		Userinfo  *string
		Host      *string
		HostType  *string `json:"host_type"`
		Port      *string
		Path      *string
		Query     *string
		Fragment  *string
	}
	Why    string
	Source string
}

func TestTraps(t *testing.T) {
	j := newJudge(t)
	cases.Traps(t, "parse", 91, func(row []byte) {
		var tr trap
		if err := json.Unmarshal(row, &tr); err != nil {
			t.Fatalf("Unmarshal(%s) = %v, want nil", row, err)
		}
		j.line([]byte(tr.In), nil)
		ref, fault := scanner.Locate(tr.In, scanner.URIReference)
		if valid := fault == (scanner.Fault{}); valid != tr.Want.Valid || fault.Offset() != tr.Want.ErrAt {
			t.Errorf("%s: Locate(%q) = %v at %d, want %v at %d (%s)",
				tr.Source, tr.In, valid, fault.Offset(), tr.Want.Valid, tr.Want.ErrAt, tr.Why)
		}
		if tr.Want.Valid {
			tr.components(t, ref)
		}
	})
}

// components compares what a valid trap wants with ref.
func (tr *trap) components(t *testing.T, ref scanner.Ref) {
	for _, c := range []struct {
		component scanner.Component
		want      *string
	}{
		{scanner.Scheme, tr.Want.Scheme}, {scanner.Authority, tr.Want.Authority},
		{scanner.Userinfo, tr.Want.Userinfo}, {scanner.Host, tr.Want.Host}, {scanner.Port, tr.Want.Port},
		{scanner.Path, tr.Want.Path}, {scanner.Query, tr.Want.Query}, {scanner.Fragment, tr.Want.Fragment},
	} {
		got, want := "undefined", "undefined"
		if ref.Has(c.component) {
			got = ref.Span(c.component).OfString(tr.In)
		}
		if c.want != nil {
			want = *c.want
		}
		if got != want {
			t.Errorf("%s: Locate(%q) %v = %q, want %q (%s)", tr.Source, tr.In, c.component, got, want, tr.Why)
		}
	}
	kind := ""
	if tr.Want.HostType != nil {
		kind = *tr.Want.HostType
	}
	if got := ref.HostKind().String(); !strings.EqualFold(got, kind) {
		t.Errorf("%s: Locate(%q).HostKind() = %q, want %q (%s)", tr.Source, tr.In, got, kind, tr.Why)
	}
	form := "relative-ref"
	if ref.Has(scanner.Scheme) {
		form = "URI"
	}
	if form != tr.Want.Form {
		t.Errorf("%s: Locate(%q) form = %q, want %q (%s)", tr.Source, tr.In, form, tr.Want.Form, tr.Why)
	}
}

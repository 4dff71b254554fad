package redact

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/normalize/query"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	all := map[string]func(string) string{
		"name": func(in string) string { return wrong(Rules{Names: []string{in}}) },
		"mask": func(in string) string { return wrong(Rules{Mask: in}) },
	}
	// How often the secrets in a text are shown, and the mask.
	all["each"] = answers.Each(func(in string) (said string) {
		for _, got := range [][]byte{Append(nil, in, nil), Text(nil, in, nil)} {
			said += fmt.Sprint(bytes.Count(got, []byte("pw")), bytes.Count(got, []byte("ann")), bytes.Count(got, []byte("REDACTED")), " ")
		}
		return said
	})
	for name, rules := range map[string]Rules{
		"plain":   {},
		"names":   {Names: append(OpenTelemetry(), "token", "x_*"), Fold: query.FoldCase | query.FoldDash, KeepUser: true, Mask: "**"},
		"allow":   {Allow: []string{"q", "page*"}, Names: []string{"pages"}, Fragment: true},
		"listed":  {Allow: []string{"q", "page*"}, Segments: []string{"me"}, Mask: "*"},
		"spelled": {Names: []string{"a+b", "%73ecret", "%2574ok*", "b%2Bc"}, After: []string{"%72eset"}},
		"short":   {Names: []string{"k", "id", "p*", "a b", "\u00e9"}, Fold: query.FoldCase, Mask: "~"},
		"paths":   {Segments: []string{"eyJ*", "me"}, After: []string{"reset", "M"}, Mask: "M", KeepUser: true},
	} {
		p, err := NewPolicy(rules)
		if err != nil {
			panic(err)
		}
		all[name] = func(in string) string { return string(Append(nil, in, p)) }
		all[name+".text"] = func(in string) string { return string(Text(nil, in, p)) }
	}
	// The rules of made depend on the text.
	anyRules := func(in string) *Policy {
		bits := crc32.ChecksumIEEE([]byte(in))
		pick := func(all ...[]string) []string {
			n := bits % uint32(len(all))
			bits /= uint32(len(all))
			return all[n]
		}
		is := func() bool { return len(pick(nil, []string{""})) > 0 }
		p, err := NewPolicy(Rules{
			Names: pick(nil, []string{}, []string{"sig", "k", "a b", "x_*"}, []string{"*"}, []string{"pa*", "%73ig"}), Allow: pick(nil, nil, []string{"q", "page*", "a"}, []string{}),
			Segments: pick(nil, nil, []string{"me", "eyJ*"}), After: pick(nil, nil, []string{"reset", "M"}), Mask: pick([]string{""}, []string{"M"}, []string{"***"})[0],
			Fragment: is(), KeepUser: is(), Fold: query.Fold(len(pick(nil, []string{""}, []string{"", ""}, []string{"", "", ""}))),
		})
		if err != nil {
			panic(err)
		}
		return p
	}
	all["made"] = func(in string) string { return string(Append(nil, in, anyRules(in))) }
	all["made.text"] = func(in string) string { return string(Text(nil, in, anyRules(in))) }
	return all
}

func wrong(r Rules) string {
	if _, err := NewPolicy(r); err != nil {
		return err.Error()
	}
	return "good"
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }

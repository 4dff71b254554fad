package resolve

import (
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/fuzz/twin"
)

const rfcBase = cases.Base

func TestExamplesOfTheRFC(t *testing.T) {
	if len(cases.Examples) != 42 {
		t.Errorf("%d examples, want the 42 of section 5.4", len(cases.Examples))
	}
	for _, test := range cases.Examples {
		if got, err := String(rfcBase, test.Ref); got != test.Want || err != nil {
			t.Errorf("%s: String(%q, %q) = %q, %v, want %q", test.Section, rfcBase, test.Ref, got, err, test.Want)
		}
		if got, _ := twin.Resolve(rfcBase, test.Ref, twin.Rules{}); got != test.Want {
			t.Errorf("%s: twin.Resolve(%q, %q) = %q, want %q", test.Section, rfcBase, test.Ref, got, test.Want)
		}
	}
}

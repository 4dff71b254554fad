package resolve

import (
	"encoding/json"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/fuzz/twin"
)

// TestTraps holds resolve, and the twin that judges it elsewhere, to the rows
// of the conformance vectors.
func TestTraps(t *testing.T) {
	cases.Traps(t, "resolve", 47, func(text []byte) {
		var row struct{ In, Base, Want, Why string }
		if err := json.Unmarshal(text, &row); err != nil {
			t.Fatal(err)
		}
		b := newBase(t, row.Base, 0)
		checkTarget(t, b, row.In, row.Want)
		if got, err := String(row.Base, row.In); got != row.Want || err != nil {
			t.Errorf("String(%q, %q) = %q, %v, want %q: %s", row.Base, row.In, got, err, row.Want, row.Why)
		}
		if got, _ := twin.Resolve(row.Base, row.In, twin.Rules{}); got != row.Want {
			t.Errorf("twin.Resolve(%q, %q) = %q, want %q: %s", row.Base, row.In, got, row.Want, row.Why)
		}
	})
}

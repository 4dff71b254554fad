package normalize

import (
	"encoding/json"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
)

func TestTraps(t *testing.T) {
	cases.Traps(t, "normalize", 66, func(row []byte) {
		var trap struct{ In, Profile, Why, Want string }
		if err := json.Unmarshal(row, &trap); err != nil {
			t.Fatal(err)
		}
		f, known := map[string]Flags{"syntax": Syntax, "scheme": Scheme}[trap.Profile]
		got, err := String(trap.In, f)
		if !known || got != trap.Want || err != nil {
			t.Errorf("String(%q, %s) = %q, %v, want %q (%s)", trap.In, trap.Profile, got, err, trap.Want, trap.Why)
		}
		if known {
			checkAgainstTwin(t, trap.In, f)
		}
	})
}

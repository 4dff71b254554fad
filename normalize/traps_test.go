package normalize

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// The cases of ../fuzz/testdata/traps.jsonl for normalize: derived from the text
// of the RFC, with their reasons.
func TestTraps(t *testing.T) {
	file, err := os.Open("../fuzz/testdata/traps.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	seen := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var trap struct {
			Op, In, Profile, Why string
			Want                 any // an object for other operations
		}
		if err := json.Unmarshal(lines.Bytes(), &trap); err != nil {
			t.Fatal(err)
		}
		if trap.Op != "normalize" {
			continue
		}
		seen++
		f, known := map[string]Flags{"syntax": Syntax, "scheme": Scheme}[trap.Profile]
		got, err := String(trap.In, f)
		if !known || got != trap.Want || err != nil {
			t.Errorf("String(%q, %s) = %q, %v, want %q (%s)", trap.In, trap.Profile, got, err, trap.Want, trap.Why)
		}
		if known {
			checkAgainstTwin(t, trap.In, f)
		}
	}
	if seen != 66 {
		t.Errorf("traps.jsonl has %d cases for normalize, want 66", seen)
	}
}

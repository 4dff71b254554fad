package resolve

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/uriscan/uriscan/fuzz/twin"
)

// trapRows is how many rows of the traps resolve.
const trapRows = 47

// TestTraps holds resolve, and the twin that judges it elsewhere, to the rows
// of the conformance vectors.
func TestTraps(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "fuzz", "testdata", "traps.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range bytes.Lines(data) {
		var row struct {
			Op, In, Base, Why string
			Want              json.RawMessage
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if row.Op != "resolve" {
			continue
		}
		rows++
		var want string
		if err := json.Unmarshal(row.Want, &want); err != nil {
			t.Fatal(err)
		}
		b := newBase(t, row.Base, 0)
		checkTarget(t, b, row.In, want)
		if got, err := String(row.Base, row.In); got != want || err != nil {
			t.Errorf("String(%q, %q) = %q, %v, want %q: %s", row.Base, row.In, got, err, want, row.Why)
		}
		if got, _ := twin.Resolve(row.Base, row.In, twin.Rules{}); got != want {
			t.Errorf("twin.Resolve(%q, %q) = %q, want %q: %s", row.Base, row.In, got, want, row.Why)
		}
	}
	if rows != trapRows {
		t.Errorf("%d rows, want %d", rows, trapRows)
	}
}

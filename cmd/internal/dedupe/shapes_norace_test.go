//go:build !race

package dedupe

import (
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
)

// The key of a shape is made in memory that is used again. Under the race detector functions
// that iterate allocate.
func TestShapesAllocateNothing(t *testing.T) {
	k := &keyer{rungs: normalize.SchemeBased, parts: selection{scanner.Host, templatePart | namesPart}, rules: template.Default(), seed: seen.NewSeed()}
	var m keyMemory
	src := []byte("HTTP://h/7/8f3a91c2/x.png;a=b?b=1&%61=2&&a%26=3&a")
	ref, err := scanner.Parse(src)
	testkit.Must(t, err)
	if n := testing.AllocsPerRun(20, func() { k.key(&m, src, ref) }); n > 0 {
		t.Errorf("%v allocations for the key of a shape, want 0", n)
	}
}

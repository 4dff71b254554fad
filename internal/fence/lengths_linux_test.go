package fence

import "testing"

func TestLengths(t *testing.T) {
	all := Lengths()
	if len(all) != 4097 && !testing.Short() || all[0] != 0 || all[300] != 300 {
		t.Errorf("Lengths() = %d lengths from %d to %d", len(all), all[0], all[len(all)-1])
	}
	blocks := map[int]bool{}
	for _, n := range all[301:] {
		blocks[n%62] = true
	}
	if len(blocks) < 60 {
		t.Errorf("Lengths() meets %d lengths of a last block, want nearly all", len(blocks))
	}
}

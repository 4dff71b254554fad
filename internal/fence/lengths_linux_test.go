package fence

import "testing"

func TestLengths(t *testing.T) {
	all := Lengths()
	if *everyLength && len(all) != 4097 || all[0] != 0 || all[300] != 300 || all[len(all)-1] < 4080 {
		t.Errorf("Lengths() = %d lengths from %d to %d", len(all), all[0], all[len(all)-1])
	}
	for _, block := range []int{62, 64} {
		lasts := map[int]bool{}
		for _, n := range all[301:] {
			lasts[n%block] = true
		}
		if len(lasts) < block-4 {
			t.Errorf("Lengths() meets %d lengths of a last block of %d, want nearly all", len(lasts), block)
		}
	}
}

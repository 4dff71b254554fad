package automaton

import (
	"bytes"
	"fmt"
	"net/netip"
	"testing"
)

func TestRunsLeaveTheirStates(t *testing.T) {
	for s := range State(numStates) {
		for c := range 256 {
			stays := s != Dead && Next(s, byte(c)) == s
			inRun := RunOf(s)&Runs[c] != 0
			if stays != inRun {
				t.Errorf("state %d on %q: stays %v, in its run %v", s, rune(c), stays, inRun)
			}
		}
	}
}

func TestSkipRun(t *testing.T) {
	for length := range 40 {
		for bad := range length + 1 {
			b := bytes.Repeat([]byte("a"), length)
			if bad < length {
				b[bad] = '#'
			}
			for i := range length + 1 {
				want := length
				if bad >= i {
					want = min(want, bad)
				}
				if got := SkipRun(b, i, RunSegments); got != want {
					t.Errorf("SkipRun(%q, %d) = %d, want %d", b, i, got, want)
				}
			}
		}
	}
}

func TestSkipRunKnowsEveryByteOfEveryRun(t *testing.T) {
	for bit := range 8 {
		run := uint8(1) << bit
		for c := range 256 {
			for _, length := range []int{1, 8, 11} {
				b := bytes.Repeat([]byte{byte(c)}, length)
				want := 0
				if Runs[c]&run != 0 {
					want = length
				}
				if got := SkipRun(b, 0, run); got != want {
					t.Errorf("SkipRun(%d times %q, run %d) = %d, want %d", length, rune(c), bit, got, want)
				}
			}
		}
	}
}

func TestDeadStaysDead(t *testing.T) {
	for c := range 256 {
		if got := Next(Dead, byte(c)); got != Dead {
			t.Errorf("Next(Dead, %q) = %d, want Dead", rune(c), got)
		}
	}
}

func TestIsNoted(t *testing.T) {
	for c := range 256 {
		want := bytes.IndexByte([]byte(":/?#@%"), byte(c)) >= 0
		if got := IsNoted(byte(c)); got != want {
			t.Errorf("IsNoted(%q) = %v, want %v", rune(c), got, want)
		}
	}
}

// netip takes the same addresses.
func TestHostKind(t *testing.T) {
	tests := []string{
		"0.0.0.0", "255.255.255.255", "1.2.3.4", "10.20.30.40", "199.200.249.250", "256.0.0.0", "0.0.0.256", "1.2.3",
		"1.2.3.4.5", "01.2.3.4", "1.02.3.4", "1.2.3.00", "1..2.3", ".1.2.3", "1.2.3.", "1.2.3.4.", "1.2.3.a", "999.1.1.1",
		"1.2.3.1000", "1.2.3.4294967297", "", "1", "....", "1.2.3.4a", "+1.2.3.4", "1.2.3.-4",
	}
	if v6, future := HostKind([]byte("[::1.2.3.4]")), HostKind([]byte("[v1.1:2]")); v6 != IPv6Address || future != IPvFuture {
		t.Errorf("HostKind of literals = %d, %d, want %d, %d", v6, future, IPv6Address, IPvFuture)
	}
	for n := range 1000 {
		tests = append(tests, fmt.Sprintf("1.2.3.%d", n), fmt.Sprintf("%d.0.0.0", n), fmt.Sprintf("9.%03d.0.0", n))
	}
	for _, in := range tests {
		want := RegName
		if addr, err := netip.ParseAddr(in); err == nil && addr.Is4() {
			want = IPv4Address
		}
		if got := HostKind([]byte(in)); got != want {
			t.Errorf("HostKind(%q) = %d, want %d", in, got, want)
		}
	}
}

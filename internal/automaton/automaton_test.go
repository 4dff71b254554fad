package automaton

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strings"
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

// bytes returns inputs of every length up to 60, of bytes that look like what
// is looked for, and like the bytes next to it.
func samples() [][]byte {
	const alphabet = "abz/.%$-0AZ@[`{Q:?#\x80\xaf\xae\xff"
	r := rand.New(rand.NewPCG(1, 3986))
	var all [][]byte
	for n := range 60 {
		for k := range 60 {
			b := []byte(strings.Repeat("a", n))
			for range min(k/10, n) {
				b[r.IntN(n)] = alphabet[r.IntN(len(alphabet))]
			}
			all = append(all, b)
		}
	}
	return all
}

func isASCII(b []byte) bool { return bytes.IndexFunc(b, func(r rune) bool { return r >= 0x80 }) < 0 }

func TestHasUpperSlashDot(t *testing.T) {
	for _, b := range samples() {
		ascii := isASCII(b)
		if got, want := HasUpper(b), bytes.ContainsAny(b, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"); got != want && (ascii || want) {
			t.Errorf("HasUpper(%q) = %v, want %v", b, got, want)
		}
		checkSlashDot(t, b)
	}
}

func checkSlashDot(t *testing.T, b []byte) {
	t.Helper()
	for i := range len(b) + 1 {
		want := bytes.Index(b[i:], []byte("/."))
		if want >= 0 {
			want += i
		}
		if got := SlashDot(b, i); got != want {
			t.Fatalf("SlashDot(%q, %d) = %d, want %d", b, i, got, want)
		}
	}
}

// Every byte among others, and around the two, in windows of eight that overlap.
func TestUpperAndSlashDotAmongOthers(t *testing.T) {
	for c := range 256 {
		for _, n := range []int{1, 7, 8, 9, 16, 17, 40} {
			b := bytes.Repeat([]byte{'a'}, n)
			b[n/2] = byte(c)
			if got, want := HasUpper(b), 'A' <= c && c <= 'Z'; got != want && c < 0x80 {
				t.Errorf("HasUpper(%q) = %v, want %v", b, got, want)
			}
		}
		for _, around := range []string{"%c", "/%c", "%c.", "/%c.", "./%c", "%c./", ".%c/", "%c%c/."} {
			check := strings.ReplaceAll(around, "%c", string([]byte{byte(c)}))
			for n := range 24 {
				checkSlashDot(t, []byte(strings.Repeat("a", n)+check+strings.Repeat("b", 23-n)))
			}
		}
	}
}

// From every position.
func TestSkipSegments(t *testing.T) {
	for _, b := range samples() {
		for i := range len(b) + 1 {
			end, dots := SkipSegments(b, i)
			if want := SkipRun(b, i, RunSegments); end != want || dots != bytes.Contains(b[i:want], []byte("/.")) {
				t.Fatalf("SkipSegments(%q, %d) = %d, %v, want %d, %v", b, i, end, dots, want, !dots)
			}
		}
	}
}

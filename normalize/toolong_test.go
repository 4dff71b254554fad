package normalize

import (
	"errors"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// What is so long that its form may be too long is refused by all that build a form, and
// what is a byte shorter is not, whatever room dst has.
func TestTooLong(t *testing.T) {
	const maxLen = 100
	defer func(n int) { longest = n }(longest)
	if longest -= scanner.MaxLen - maxLen; longest != maxLen-maxGrowth {
		t.Fatalf("forms of inputs over %d bytes may be too long, want %d", longest, maxLen-maxGrowth)
	}
	base, err := resolve.NewBase("s://h", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		begin  string
		f      Flags
		growth int // at most
	}{
		{"http://h?", EmptyPath, 1}, {"HTTP://h?", Case, 0}, {"s://[::FFFF:0:0]/?", Scheme, 6}, {"http://[::FFFF:0:0]?", Scheme, 7}, {"HTTP://h/?", Scheme, 0},
		{"s://u@%41?", Scheme, 0},
	} {
		for more := range 2 {
			in := test.begin + strings.Repeat("q", maxLen-test.growth+more-len(test.begin))
			for _, room := range []int{0, 200} {
				dst := append(make([]byte, 0, 4+room), "kept"...)
				out, _, err := Append(dst, in, test.f)
				checkTooLong(t, "Append of "+in, more > 0, out, err)
				out, _, _, err = AppendResolved(dst, &base, []byte(in), test.f)
				checkTooLong(t, "AppendResolved of "+in, more > 0, out, err)
			}
			out, err := String(in, test.f)
			checkTooLong(t, "String of "+in, more > 0, []byte("kept"+out), err)
			out = "kept"
			err = Do([]byte(in), test.f, func(normal []byte, _ scanner.Ref) { out = "kept" + string(normal) })
			checkTooLong(t, "Do of "+in, more > 0, []byte(out), err)
		}
	}
}

func checkTooLong(t *testing.T, what string, want bool, out []byte, err error) {
	t.Helper()
	var e scanner.Error
	switch {
	case !want && (err != nil || len(out) < len("kept")+90):
		t.Errorf("%s = %q, %v, want a form", what, out, err)
	case want && (!errors.As(err, &e) || e.Kind() != scanner.TooLong || e.Offset() != scanner.MaxLen):
		t.Errorf("%s: %v, want %v at byte %d", what, err, scanner.TooLong, scanner.MaxLen)
	case want && string(out) != "kept":
		t.Errorf("%s: dst is %q with an error, want kept", what, out)
	}
}

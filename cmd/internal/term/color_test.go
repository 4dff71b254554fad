package term

import (
	"bytes"
	"testing"
)

// Each line is coloured for itself, without the blanks before it.
func TestPaint(t *testing.T) {
	const want = "a  \x1b[36mb c\x1b[0m\n\x1b[36md\x1b[0m"
	if got := Paint([]byte("a  b c\nd"), 1, MarkColor); string(got) != want {
		t.Errorf("Paint = %q, want %q", got, want)
	}
}

// What is no terminal has colours only if they are asked for, and 80 columns.
func TestNoTerminal(t *testing.T) {
	var out bytes.Buffer
	if Auto.On(&out) || !Always.On(&out) || Never.On(&out) || Columns(&out) != 80 {
		t.Errorf("colours: %t %t %t, columns: %d", Auto.On(&out), Always.On(&out), Never.On(&out), Columns(&out))
	}
}

// The first variable that is set says which characters the locale has.
func TestSpeaksUTF8(t *testing.T) {
	for _, tt := range []struct {
		all, ctype, lang string
		want             bool
	}{
		{"", "", "", false}, {"", "", "de_DE.UTF-8", true}, {"", "en_US.utf8", "C", true}, {"C", "en_US.UTF-8", "en_US.UTF-8", false}, {"", "POSIX", "en.UTF-8", false}, {"de_DE.ISO-8859-1", "", "", false},
	} {
		t.Setenv("LC_ALL", tt.all)
		t.Setenv("LC_CTYPE", tt.ctype)
		t.Setenv("LANG", tt.lang)
		if got := SpeaksUTF8(); got != tt.want {
			t.Errorf("SpeaksUTF8 of %+v = %t, want %t", tt, got, tt.want)
		}
	}
}

package main

import "testing"

func TestPaint(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{"^ bad\n", "\x1b[1;31m^ bad\x1b[0m\n"},
		{"  a  b\n c", "  \x1b[1;31ma  b\x1b[0m\n \x1b[1;31mc\x1b[0m"},
	}
	for _, tt := range tests {
		if got := string(paint([]byte("x "+tt.in), 2, badColor)); got != "x "+tt.want {
			t.Errorf("paint(%q) = %q, want %q", tt.in, got, "x "+tt.want)
		}
	}
}

// Nothing but a terminal gets colours that were not asked for.
func TestExplainColors(t *testing.T) {
	const (
		plain   = "%\n ^ unexpected-end\n"
		painted = "%\n \x1b[1;31m^ unexpected-end\x1b[0m\n"
		good    = "a:\n\x1b[36m-\x1b[0m\n\x1b[36mscheme\x1b[0m\n"
	)
	tests := []struct {
		name string
		env  string // of NO_COLOR
		args []string
		want string
	}{
		{"no terminal", "", []string{"%"}, plain},
		{"always", "", []string{"--color", "always", "%"}, painted},
		{"always beats NO_COLOR", "1", []string{"--color=always", "%"}, painted},
		{"never", "", []string{"--color=never", "%"}, plain},
		{"marks", "", []string{"--color=always", "a:"}, good},
	}
	for _, tt := range tests {
		t.Setenv("NO_COLOR", tt.env)
		got := runWith("", append([]string{"explain"}, tt.args...)...)
		if len(got.out) < len(tt.want) || got.out[:len(tt.want)] != tt.want {
			t.Errorf("%s: explain %q = %q, want it to begin with %q", tt.name, tt.args, got.out, tt.want)
		}
	}
}

package tool

import (
	"runtime"
	"strings"
	"testing"
)

func TestWhere(t *testing.T) {
	got := Where()
	parts := strings.Split(got, " · ")
	if len(parts) < 4 || parts[0] == "" || !strings.HasSuffix(parts[1], " cores") || parts[2] != runtime.Version() || strings.Contains(got, "\n") {
		t.Errorf("Where() = %q, want a processor, its cores, %s and more in a line", got, runtime.Version())
	}
}

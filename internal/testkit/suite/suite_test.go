package suite

import (
	"flag"
	"testing"
)

func TestMain(m *testing.M) { Run(m) }

// A test that hangs fails before go test ends all tests of the package.
func TestLimit(t *testing.T) {
	if got := flag.Lookup("test.timeout").Value.String(); got == goTestsLimit.String() && slowness() < 2 {
		t.Errorf("-timeout is %s, want %v", got, limit)
	}
}

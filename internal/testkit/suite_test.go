package testkit

import (
	"flag"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

// A test that hangs fails before go test ends all tests of the package.
func TestLimit(t *testing.T) {
	const goTests = 10 * time.Minute
	if got := flag.Lookup("test.timeout").Value.String(); got == goTests.String() && suite.Limit() < goTests/2 {
		t.Errorf("-timeout is %s, want %v", got, suite.Limit())
	}
}

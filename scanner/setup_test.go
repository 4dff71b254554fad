package scanner_test

import (
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) {
	suite.RunLevels(m, "SplitIs|Bounded|Past32|Machine|Errors|Param|Segments|Span|Layout|Inside|AtTheEnd|Fails|LongLines|Grows")
}

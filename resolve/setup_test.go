package resolve_test

import (
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) {
	suite.RunLevels(m, "Parts|Repeated|OfLong|RemoveDot|Error|Pool|Recompose")
}

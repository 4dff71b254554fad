package normalize_test

import (
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) {
	suite.RunLevels(m, "Hash|SumIs|Split|EqualOf|NormalInput|Windows|Repeated|WebForms|IPv6|LowerCase|Pool")
}

package warc

import (
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/growth"
)

// Headers, and where an archive can be cut, take linear time to find.
func TestHeadersGrow(t *testing.T) {
	growth.Check(t, 1<<10, append([]growth.Shape{
		{"", "WARC/1.0\r\n"}, {"", "WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n"}, {"WARC/1.0\r\n", "Content-Type: a;\r\n", "", "\r\n"},
		{"WARC/1.0\r\nContent-Length: 1", "0"}, {"WARC/1.0\r\n", " "}, {"", "\r"}, {"", "a:"},
	}, growth.Lines...), map[string]growth.Job{
		"cutter": growth.Of(func(in []byte) { new(Cutter).LastRecord(in) }),
		"header": growth.Of(func(in []byte) {
			bodyLen(in)
			mediaType(in)
			headerLen(in)
		}),
	})
}

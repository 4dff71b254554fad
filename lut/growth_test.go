package lut

import (
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/growth"
)

func TestGrowth(t *testing.T) {
	keep := SetOf(Unreserved)
	var room []byte
	growth.Check(t, 4<<10, []growth.Shape{
		{"", "a"}, {"", "%"}, {"", "%41"}, {"", "%4"}, {"", "a%"}, {"", "a/"}, {"", "é"}, {"", "a", "/"}, {"", "/", "a"},
	}, map[string]growth.Job{
		"MakeSet":                 func(in string) func() { return func() { MakeSet(in) } },
		"Span":                    func(in string) func() { return func() { Span(in, keep) } },
		"AppendPctEncoded":        func(in string) func() { return func() { room = AppendPctEncoded(room[:0], in, keep) } },
		"AppendPctEncoded to nil": func(in string) func() { return func() { AppendPctEncoded(nil, in, keep) } },
		"AppendPctDecoded":        func(in string) func() { return func() { room, _ = AppendPctDecoded(room[:0], in) } },
		"AppendPctDecoded to nil": func(in string) func() { return func() { AppendPctDecoded(nil, in) } },
	})
}

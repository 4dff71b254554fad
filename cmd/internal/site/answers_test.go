package site

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/answers"
)

// Many lists say of many hosts what they did: the last line is a host.
func TestAnswers(t *testing.T) {
	parts := func(host string, find Finder) string {
		p, ok := Of([]byte(host), find)
		return fmt.Sprint(p, ok)
	}
	some, _, err := Read(strings.NewReader("com\nio\ngithub.io\n*.kawasaki.jp\n!city.kawasaki.jp\ns3.amazonaws.com\n"))
	if err != nil {
		t.Fatal(err)
	}
	answers.Check(t, map[string]func(string) string{
		"list": func(in string) string {
			i := strings.LastIndexByte(in, '\n') + 1
			find, sum, err := Read(strings.NewReader(in[:i]))
			if err != nil {
				return err.Error()
			}
			return fmt.Sprint(sum, parts(in[i:], find))
		},
		"host": func(in string) string { return parts(in, some) },
	})
}

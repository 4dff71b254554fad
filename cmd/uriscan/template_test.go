package main

import (
	"os"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// What template prints is its own template, in lines and in columns.
func TestTemplateTwice(t *testing.T) {
	t.Parallel()
	for _, row := range [][2]string{
		{"links.txt", ""}, {"api.log", "--log"}, {"api.log", "--log --rules testdata/routes.json"},
		{"api.log", "--field 7 --delimiter blanks"},
	} {
		in, err := os.ReadFile("testdata/" + row[0])
		testkit.Must(t, err)
		args := strings.Fields("template " + row[1])
		once := runWith(string(in), args...)
		if twice := runWith(once.out, args...); twice.out != once.out || !strings.Contains(once.out, "{") {
			t.Errorf("run(%q) of %s = %+v and again %+v", args, row[0], once, twice)
		}
	}
}

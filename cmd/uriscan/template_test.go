package main

import (
	"encoding/json"
	"hash/crc32"
	"os"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize/template"
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

// The checksum of rules, by which a set knows those it was made with, is another one whatever
// is changed in them, or in the default ones, which they come before.
func TestRulesHaveASum(t *testing.T) {
	t.Chdir(t.TempDir())
	seen := map[uint32]string{}
	for _, text := range []string{
		`{}`, `{"no_defaults":true}`, `{"routes":["/a/{b}"]}`, `{"routes":["/a/{c}"]}`, `{"routes":["/a/{b}","/c"]}`, `{"rules":[{"name":"n","pattern":"a+"}]}`, `{"rules":[{"name":"m","pattern":"a+"}]}`,
		`{"rules":[{"name":"n","pattern":"a{2}"}]}`, `{"rules":[{"name":"n","pattern":"a+","after":["b"]}]}`, `{"rules":[{"name":"n","pattern":"a+"},{"name":"n","pattern":"b+"}]}`, `{"rules":[{"name":"n","pattern":"b+"},{"name":"n","pattern":"a+"}]}`,
	} {
		testkit.Write(t, "rules", text)
		var f rulesFlag
		testkit.Must(t, f.Set("rules"))
		if other, ok := seen[f.sum()]; ok {
			t.Errorf("%s and %s have the same checksum", text, other)
		}
		seen[f.sum()] = text
		testkit.Write(t, "rules", " "+text+"\n")
		var again rulesFlag
		if testkit.Must(t, again.Set("rules")); again.sum() != f.sum() {
			t.Errorf("%s has another checksum with blanks around it", text)
		}
	}
	text, err := json.Marshal([]any{template.Config{}, template.DefaultRules()})
	testkit.Must(t, err)
	if sum := new(rulesFlag).sum(); sum != crc32.ChecksumIEEE(text) || seen[sum] != "{}" {
		t.Error("no rules have another checksum than empty ones, or than the default ones")
	}
}

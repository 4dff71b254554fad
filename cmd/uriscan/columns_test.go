package main

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// The names of columns are printed once for files with the same names, whatever their lines end in.
func TestColumnNames(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"a": "n\tu\n1\tHTTP:\n", "b": "n\tu\r\n2\tB:\r\n", "c": "n\tURL\n3\tC:\n", "d": "n\tURL\n", "e": "n\tu\n"})
	for command, want := range map[string]string{
		"normalize":               "n\tu\n1\thttp:\n2\tb:\r\nn\tURL\n3\tc:\nn\tu\n",
		"normalize --append":      "n\tu\tnormalized\n1\tHTTP:\thttp:\n2\tB:\tb:\r\nn\tURL\tnormalized\n3\tC:\tc:\nn\tu\tnormalized\n",
		"check --print good":      "n\tu\n1\tHTTP:\n2\tB:\r\nn\tURL\n3\tC:\nn\tu\n",
		"parse --format {scheme}": "HTTP\nB\nC\n",
	} {
		for _, jobs := range []string{"-j1", "-j8"} {
			args := strings.Fields(command + " --field 2 --header --block-size 3 " + jobs + " a b c d e")
			if got := runWith("", args...); got != (outcome{0, want, ""}) {
				t.Errorf("run(%q) = %+v, want %q", args, got, want)
			}
		}
	}
}

// A name is that of another column in every file. Without it nothing is printed of a file.
func TestFieldNames(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{
		"a": "id,\"u\"\n1,HTTP:\n2,b c\n", "b": "\xef\xbb\xbf\"u\",,\"x\"\"\n\"\r\nB:,,\"C:\"\r\n", "none": "", "cut": "id,\"u\n", "thirty": strings.Repeat(",", 29) + "\n", "wide": strings.Repeat(",", 1<<17) + "\"last\"\n",
	})
	const missing = "uriscan: b: no column is called \"\\\"x\": there are [\"u\" \"\" \"x\\\"\\n\"]\n"
	for command, want := range map[string]outcome{
		"normalize --csv --field u a none b":         {1, "id,\"u\"\n1,http:\n2,b c\n\"u\",,\"x\"\"\n\"\r\nb:,,\"C:\"\r\n", "a:3:4: bad-path\n"},
		"dedupe --csv --field u b b":                 {0, "\xef\xbb\xbf\"u\",,\"x\"\"\n\"\r\nB:,,\"C:\"\r\n", ""},
		"parse --format {value} --csv --field u b a": {1, "B:\nHTTP:\n", "a:3:4: bad-path\n"},
		"normalize --field id,\"u\" -o out a":        {1, "", "a:2:7: bad-path\na:3:4: bad-path\n"},
		"check --csv --field \"x b a":                {2, "", missing},
		"normalize --csv --field \"x -o out b":       {2, "", missing},
		"check --csv --field last wide":              {0, "", ""},
		"check --csv --field zzzz thirty":            {2, "", "uriscan: thirty: no column is called \"zzzz\": there are [" + strings.Repeat(`"" `, 19) + "\"\"]\n"},
		"check --csv --field url cut":                {2, "", "uriscan: cut: no column is called \"url\": there are [\"id\"]\n"},
		"check --field url b":                        {2, "", "uriscan: b: no column is called \"url\": --csv is for commas between columns, --delimiter ';' for semicolons\n"},
		"check --csv --field ids a":                  {2, "", "uriscan: a: no column is called \"ids\": did you mean \"id\"?\n"},
	} {
		for _, size := range []string{"1", "1K"} {
			testkit.Write(t, "out", "what was there")
			args := append(strings.Fields(command+" --header"), "-j2", "--block-size", size)
			if got := runWith("", args...); got != want || got.status == 2 && contents("out") != "what was there" {
				t.Errorf("run(%q) = %+v, want %+v", args, got, want)
			}
		}
	}
}

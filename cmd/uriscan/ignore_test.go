package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit"
)

func TestExtractIgnore(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	testkit.Must(t, err)
	t.Chdir(root)
	files := map[string]string{
		"r/.git/info/exclude": "# kinds of files\n\nexcluded\n",
		"r/.gitignore":        "\xef\xbb\xbf*.log\n# notes\n!keep.log\n/top\nbuild/\n\\#odd\ntrailing   \nback\\ \r\n!.shown\n",
		"r/d/.gitignore":      "!*.log\nsub/deep\n",
		"r/d/.ignore":         "own\n!git\n",
		"r/.ignore":           "git\n!.git\n",
		"r/inner/.git/HEAD":   "x://h",
		"plain/.gitignore":    "a\n",
		"plain/.ignore":       "b\n",
		"r/d/x/.ignore/no":    "",
	}
	for _, name := range []string{"r/a.log", "r/keep.log", "r/top", "r/d/top", "r/build/x", "r/d/build", "r/#odd", "r/trailing", "r/back ", "r/.shown", "r/.hidden",
		"r/d/b.log", "r/d/sub/deep", "r/d/x/sub/deep", "r/d/own", "r/d/git", "r/git", "r/excluded", "r/d/excluded", "r/inner/i.log", "r/inner/excluded", "r/inner/git",
		"plain/a", "plain/b", "plain/c"} {
		files[name] = "x://h"
	}
	testkit.WriteAll(t, files)
	testkit.Must(t, os.Symlink("r/d", "link"))
	const d = "r/d/b.log r/d/build r/d/git r/d/top r/d/x/sub/deep"
	for _, tt := range []struct{ args, want string }{
		{"r", "r/.shown " + d + " r/inner/excluded r/inner/i.log r/keep.log"},
		{"r/d", d},
		{"r/d/x", "r/d/x/sub/deep"},
		{"link", strings.ReplaceAll(d, "r/d", "link")},
		{"r/build r/a.log", "r/build/x r/a.log"},
		{"plain", "plain/a plain/c"},
		{"--no-ignore plain", "plain/a plain/b plain/c"},
		{"--no-ignore r/d", "r/d/b.log r/d/build r/d/excluded r/d/git r/d/own r/d/sub/deep r/d/top r/d/x/sub/deep"},
		{"--no-ignore --hidden r/inner", "r/inner/.git/HEAD r/inner/excluded r/inner/git r/inner/i.log"},
		{"--hidden r/d", d},
	} {
		got := runWith("", append(strings.Fields("extract --format {file}"), strings.Fields(tt.args)...)...)
		if want := strings.ReplaceAll(tt.want, " ", "\n") + "\n"; got != (outcome{diag.ExitGood, want, ""}) {
			t.Errorf("extract %s = %+v, want the files %q", tt.args, got, want)
		}
	}
	got := runWith("", "extract", "--verbose", "r/d")
	want := "uriscan: r/d/.gitignore: hidden, skipped; --hidden searches it\n" +
		"uriscan: r/d/.ignore: hidden, skipped; --hidden searches it\n" +
		"uriscan: r/d/excluded: skipped by " + filepath.Join(root, "r/.git/info/exclude") + ":3; --no-ignore searches it\n" +
		"uriscan: r/d/own: skipped by r/d/.ignore:1; --no-ignore searches it\n" +
		"uriscan: r/d/sub/deep: skipped by r/d/.gitignore:2; --no-ignore searches it\n" +
		"uriscan: r/d/x/.ignore: hidden, skipped; --hidden searches it\n"
	if got.err != want {
		t.Errorf("extract --verbose r/d notes %q, want %q", got.err, want)
	}
}

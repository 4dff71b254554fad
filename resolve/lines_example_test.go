package resolve_test

import (
	"fmt"

	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

func ExampleBase_AppendLines() {
	base, _ := resolve.NewBase("http://example.com/news/today.html", 0)
	links := []byte("story.html\n../img/logo.png\na b\n//cdn.example/x.js\n")
	lines, _ := scanner.AppendLines(nil, links, '\n')
	out, targets, _ := base.AppendLines(nil, nil, links, lines, '\n')
	fmt.Print(string(out))
	fmt.Println(targets[2].Fault.Err())
	// Output:
	// http://example.com/news/story.html
	// http://example.com/img/logo.png
	// http://cdn.example/x.js
	// uriscan: bad path at byte 1
}

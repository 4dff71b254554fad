package prose

import (
	"bufio"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/internal/testkit/answers"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	find := func(o Options, decodes, pieces bool) func(string) string {
		return func(in string) (out string) {
			print := func(f Found) {
				out += fmt.Sprintf("%d:%d %s %s%d%v, ", f.Line, f.Column, f.URI, f.Flaw, f.Left, f.Whole)
			}
			var text Text
			text.Begin(&o, Cursor{Line: 1}, decodes)
			if pieces {
				text.Read(bufio.NewReaderSize(iotest.OneByteReader(strings.NewReader(in)), 16), print)
			} else {
				text.Set([]byte(in))
				text.Find(print)
			}
			return out
		}
	}
	lengths := func(in string) (out string) {
		var text Text
		text.Begin(&Options{MaxLen: 100}, Cursor{Line: 1}, false)
		text.Set([]byte(in))
		text.Find(func(f Found) { out += fmt.Sprintf("%d.%d ", len(f.URI), f.Left) })
		return out
	}
	cuts := func(in string) string { return fmt.Sprint(FirstCut([]byte(in)), LastCut([]byte(in), 0)) }
	decoded := find(Options{MaxLen: 100}, true, false)
	return map[string]func(string) string{
		"each":     answers.Each(lengths),
		"eachCut":  answers.Each(cuts),
		"eachCode": answers.Each(func(in string) string { return fmt.Sprint(len(decoded(in)) - len(in)) }),
		"plain":    find(Options{MaxLen: 100, Places: true}, false, false),
		"any":      find(Options{MaxLen: 30, AnyScheme: true, Places: true}, false, false),
		"decoded":  find(Options{MaxLen: 100, Places: true}, true, false),
		"pieces":   find(Options{MaxLen: 30, Places: true}, true, true),
		"places":   find(Options{MaxLen: 30}, false, true),
		"joined": func(in string) (out string) {
			var text Text
			text.Begin(&Options{MaxLen: 100, Places: true}, Cursor{Line: 1}, false)
			text.Join = true
			text.Set([]byte(in))
			text.Find(func(f Found) { out += fmt.Sprintf("%d:%d %s %d, ", f.Line, f.Column, f.URI, f.Left) })
			return out
		},
		"cuts":    func(in string) string { return fmt.Sprint(FirstCut([]byte(in)), LastCut([]byte(in), len(in)/3)) },
		"bracket": func(in string) string { return fmt.Sprint(OpenBracket([]byte(in))) },
		"decode":  func(in string) string { return string(AppendDecoded([]byte("x"), []byte(in))) },
		"begins": func(in string) (out string) {
			for i := range len(in) {
				if in[i] == ':' {
					for _, yes := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
						out += fmt.Sprintln(Begins([]byte(in), max(0, i-4), i, yes[0], yes[1]))
					}
				}
			}
			return strings.ReplaceAll(out, "\n", ",")
		},
	}
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }

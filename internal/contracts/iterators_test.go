package contracts

import (
	"iter"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

// firsts returns the first values of a sequence of pairs.
func firsts[K, V any](seq iter.Seq2[K, V]) iter.Seq[any] {
	return func(yield func(any) bool) {
		for k := range seq {
			if !yield(k) {
				return
			}
		}
	}
}

func all[T any](seq iter.Seq[T]) iter.Seq[any] {
	return func(yield func(any) bool) {
		for v := range seq {
			if !yield(v) {
				return
			}
		}
	}
}

// Any iterator stops where a loop does, wherever that is, and begins anew in the next loop.
func TestIteratorsStop(t *testing.T) {
	const url = "http://h/a/2026/17;b/?c=d&e&f=%00#http://127.0.0.1"
	view, err := scanner.ParseView(url)
	testkit.Must(t, err)
	upper := func(dst, host []byte) ([]byte, bool) { return append(dst, "h"...), true }
	for name, seq := range map[string]func() iter.Seq[any]{
		"Segments": func() iter.Seq[any] { return all(view.Segments()) },
		"Params":   func() iter.Seq[any] { return firsts(view.Params()) },
		"Scanner":  func() iter.Seq[any] { return firsts(scanner.NewScanner(strings.NewReader("a\nb\nc")).All()) },
		"query":    func() iter.Seq[any] { return firsts(query.All("a=b&c&d", 0)) },
		"template": func() iter.Seq[any] {
			return firsts(template.All("/2026/17;b=1/18/8f3a91c2d4/7.png", template.Default()))
		},
		"repair":   func() iter.Seq[any] { return firsts(repair.All(" http:\\\\h/a b|\tc", 0)) },
		"AllHosts": func() iter.Seq[any] { return firsts(repair.AllHosts(" http:\\\\\u00e9/a b|\tc", 0, upper)) },
		"Fixes":    func() iter.Seq[any] { return firsts(repair.Fixes) },
		"inspect": func() iter.Seq[any] {
			return firsts(inspect.All("http://u@127.0.0.1:9/../a//%00", scanner.Split("http://u@127.0.0.1:9/../a//%00")))
		},
		"Remarks": func() iter.Seq[any] { return firsts(inspect.Remarks) },
	} {
		n := 0
		for range seq() {
			n++
		}
		if n < 3 {
			t.Errorf("%s yields %d values, want more", name, n)
		}
		for stop := 1; stop <= n; stop++ {
			i := 0
			for range seq() {
				if i++; i == stop {
					break
				}
			}
			if i != stop {
				t.Errorf("%s yields %d values to a loop that stops at %d", name, i, stop)
			}
		}
	}
}

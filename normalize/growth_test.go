package normalize

import (
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// Each function takes time linear in its input.
func TestGrowth(t *testing.T) {
	var dst []byte
	base, err := resolve.NewBase("http://a/b/c", 0)
	testkit.Must(t, err)
	ignore := func([]byte, scanner.Ref) {}
	jobs := map[string]growth.Job{"Append of path segments": growth.Of(func(in string) { dst, _, _ = Append(dst[:0], in, PathSegment) })}
	for name, do := range map[string]func(in string, ref scanner.Ref, normal string){
		"Append":        func(in string, _ scanner.Ref, _ string) { dst, _, _ = Append(dst[:0], in, SchemeBased) },
		"Append to nil": func(in string, _ scanner.Ref, _ string) { Append(nil, in, SchemeBased) },
		"AppendRef": func(in string, ref scanner.Ref, _ string) {
			dst, _ = AppendRef(dst[:0], in, ref, SchemeBased|DropUserinfo)
		},
		"AppendRef to nil": func(in string, ref scanner.Ref, _ string) { AppendRef[string](nil, in, ref, SchemeBased) },
		"AppendResolved": func(in string, _ scanner.Ref, _ string) {
			dst, _, _, _ = AppendResolved(dst[:0], base, []byte(in), SchemeBased)
		},
		"AppendResolved to nil": func(in string, _ scanner.Ref, _ string) { AppendResolved(nil, base, []byte(in), SchemeBased) },
		"Needed":                func(in string, ref scanner.Ref, _ string) { Needed(in, ref, SchemeBased|DropFragment) },
		"Hash":                  func(in string, ref scanner.Ref, _ string) { Hash(in, ref, SchemeBased, 0) },
		"Equal":                 func(in string, _ scanner.Ref, normal string) { Equal(in, normal, SchemeBased) },
		"String":                func(in string, _ scanner.Ref, _ string) { String(in, SchemeBased) },
		"Do":                    func(in string, _ scanner.Ref, _ string) { Do([]byte(in), Syntax, ignore) },
	} {
		jobs[name] = func(in string) func() {
			ref := scanner.Split(in)
			normal, _ := String(in, SchemeBased)
			return func() { do(in, ref, normal) }
		}
	}
	growth.Check(t, 1<<10, growth.References, jobs)
	growth.Check(t, 3<<10, growth.Long, jobs) // no pool keeps a buffer for more
}

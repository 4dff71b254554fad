package contracts

import (
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
)

// dirty has a fix of every kind that allocates nothing.
var dirty = []string{
	" http:\\\\a@b@\"h\":8\t0\\a b\x01|[%?é\xff#\\#", "http:////h/", "http:/h", "1:2", "www.example.com", "file:c|",
	"http://a b/", "http://[::1:]/", "http://h:x", "//é", "foo://a b", "http://%zz/",
}

func forRepair[B lut.Bytes](src B) {
	for f := range repair.NoBase << 1 {
		var fixes repair.Fix
		sink.b, sink.ref, fixes, sink.err = repair.Append(scratch, src, f)
		for fix, span := range repair.All(src, f) {
			sink.ok, sink.n = fix|fixes != 0, span.Len()
		}
		sink.b, sink.ref, fixes, sink.err = repair.AppendHosts(scratch, src, f, idnahost.Append)
		for fix, span := range repair.AllHosts(src, f, idnahost.Append) {
			sink.ok, sink.n = fix|fixes != 0, span.Len()
		}
	}
}

func repairAllocs() []alloc {
	const pkg = "normalize/repair."
	return append(inputs(pkg+"Append "+pkg+"All "+pkg+"AppendHosts "+pkg+"AllHosts", forRepair, forRepair, forRepair, forRepair),
		each(pkg+"Append", "dirty", dirty, func(in string) {
			sink.b, sink.ref, _, sink.err = repair.Append(scratch, in, repair.NoBase|repair.SuffixReference)
		}),
		each(pkg+"All", "dirty", dirty, func(in string) {
			for fix, span := range repair.All(in, repair.NoBase|repair.SuffixReference) {
				sink.ok, sink.n = fix != 0, span.Len()
			}
		}),
		alloc{pkg + "AppendHosts", "host of triplets", 2, "two buffers for the HostFunc", func() {
			sink.b, _, _, sink.err = repair.AppendHosts(scratch, "//%C3%A9%C3%A9%C3%A9%C3%A9.example.com/", 0, func(dst, host []byte) ([]byte, bool) {
				return append(append(dst, host...), host...), true // as long as IDNA makes it
			})
		}},
		once(pkg+"Fixes", func() {
			for f, says := range repair.Fixes {
				sink.ok, sink.s = f != 0, says
			}
		}),
		once(pkg+"Fix.String", func() { sink.s = repair.Space.String() }),
		alloc{pkg + "Fix.String", "set", 1, newString, func() { sink.s = (repair.Space | repair.Percent).String() }},
		alloc{"normalize/repair/idnahost.Append", "", -1, "maps a host beyond ASCII", nil},
	)
}

package contracts

import (
	"net/netip"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

// remarked has a remark from each part of the package.
const remarked = "http://bank.example:x@xn--a.0x7f.1.:99//%252e/..;a/a%20/aa/aa/aa/http://h/?%c0%af%e4#%00"

func forInspect[B lut.Bytes](src B) {
	ref := scanner.Split(src)
	sink.ok = inspect.Of(src, ref) != 0
	for r, span := range inspect.All(src, ref) {
		sink.ok, sink.n = r != 0, span.Len()
	}
	_, sink.ok = inspect.Address(src, ref)
}

func inspectAllocs() []alloc {
	const pkg = "scanner/inspect."
	rows := inputs(pkg+"Of "+pkg+"All "+pkg+"Address", forInspect, forInspect, forInspect, forInspect)
	addr := netip.MustParseAddr("64:ff9b::a9fe:a9fe")
	return append(rows,
		once(pkg+"All", func() { forInspect(remarked) }),
		once(pkg+"OfAddr", func() { sink.ok = inspect.OfAddr(addr) != 0 }),
		once(pkg+"Embedded", func() { _, sink.ok = inspect.Embedded(addr) }),
		once(pkg+"Remarks", func() {
			for r, says := range inspect.Remarks {
				sink.ok, sink.s = r != 0, says
			}
		}),
		once(pkg+"ParseRemark", func() { _, sink.ok = inspect.ParseRemark("userinfo") }),
		once(pkg+"Remark.String", func() { sink.s = inspect.Userinfo.String() }),
		alloc{pkg + "Remark.String", "set", 1, newString, func() { sink.s = inspect.NotPublic.String() }},
	)
}

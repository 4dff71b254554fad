package resolve

import "github.com/uriscan/uriscan/internal/kernel"

// suspects are what the parts of a base that targets begin with have of
// [kernel.Suspects], so that no target is read again for it: of the scheme, of
// all before the path, of that and the folder, or the path, or path and query.
type suspects struct{ scheme, authority, folder, path, query uint64 }

// judge sets b.suspect.
func (b *Base) judge() {
	b.suspect = suspects{}
	if b.words.W3&kernel.Suspects == 0 {
		return // nor is any part, and the folder is one of the path
	}
	o, host := b.words.Offsets(), b.words.Host()
	head := b.text[:o.PathStart]
	if kernel.HasUpper(head[:o.SchemeEnd]) {
		b.suspect.scheme = kernel.Suspect
	}
	if o.PathStart > o.HostEnd || host == kernel.IPv6Address || kernel.HasUpper(head) {
		b.suspect.authority = kernel.Suspect
	}
	if kernel.HasPercent(head) {
		b.suspect.authority |= kernel.Percent
	}
	judge := func(text []byte, pathEnd int) uint64 {
		o.PathEnd, o.QueryEnd, o.End = uint32(pathEnd), uint32(len(text)), uint32(len(text))
		return o.Pack(host, 0).Judged(text).W3 & kernel.Suspects
	}
	b.suspect.folder = judge(b.merged, len(b.merged))
	b.suspect.path = judge(b.text[:b.pathEnd()], int(b.pathEnd()))
	b.suspect.query = judge(b.text, int(b.pathEnd()))
}

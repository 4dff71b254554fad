package main

import (
	"bytes"
	"errors"
	"sync"

	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// pairFlags are the flags of resolve for lines of base TAB reference.
type pairFlags struct {
	key, target bool
	repair      bool
	level       normalize.Flags
	profile     *crawl.Profile // instead of a level, unless it is nil
}

func (f *pairFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.repair, "repair", false, "--pairs: repair both first, as browsers read links")
	flags.BoolVar(&f.key, "key", false, "--pairs: print the key that normalize --key makes of the result")
	flags.Var(levelFlag(&f.level), "level", "--key: take the rungs of syntax or scheme")
	flags.Var(profileFlag(&f.profile), "profile", "--key: take the key by this `PROFILE` instead: crawl-v1, or a file of JSON")
	flags.BoolVar(&f.target, "with-target", false, "--key: add the host and the result as columns")
}

func (f *pairFlags) check(flags *pflag.FlagSet) error {
	if !f.key && (f.target || f.profile != nil || flags.Changed("level")) {
		return errors.New("--level, --profile and --with-target need --key")
	}
	return exclusive(flags, "level profile")
}

// levelFlag is the flag for the rungs of a level.
func levelFlag(to *normalize.Flags) *choice[normalize.Flags] {
	return &choice[normalize.Flags]{to, "LEVEL", []string{"syntax", "scheme"}, []normalize.Flags{normalize.Syntax, normalize.SchemeBased}}
}

// A pair is the memory for a line of base TAB reference.
type pair struct {
	base   resolve.Base
	page   []byte // repaired, as the link is
	link   []byte
	target []byte
	host   []byte // a normal form with the host
}

// line returns the function that prints what comes of a line. It borrows memory for each line,
// because lines may be done concurrently.
func (f *pairFlags) line(rules resolve.Flags, delim byte) func(dst, src []byte) ([]byte, diag.Flaw) {
	pairs, options := sync.Pool{New: func() any { return new(pair) }}, *f
	return func(dst, src []byte) ([]byte, diag.Flaw) {
		tab := bytes.IndexByte(src, '\t')
		if tab < 0 {
			return dst, diag.Flaw{Kind: diag.MissingField, Offset: len(src)}
		}
		p := pairs.Get().(*pair)
		defer pairs.Put(p)
		page, link := src[:tab], src[tab+1:]
		var err error
		if options.repair {
			if p.page, _, _, err = repair.AppendHosts(column.RoomFor(p.page, len(page)), page, 0, idnahost.Append); err != nil {
				return dst, diag.FlawOfError(err)
			}
			if p.link, _, _, err = repair.AppendHosts(column.RoomFor(p.link, len(link)), link, 0, idnahost.Append); err != nil {
				return dst, flawAfter(err, tab+1)
			}
			page, link = p.page, p.link
		}
		if err := p.base.Reset(page, rules); err != nil {
			return dst, diag.FlawOfError(err)
		}
		start := len(dst)
		out, ref, err := p.base.Append(dst, link)
		if err != nil {
			return dst, flawAfter(err, tab+1)
		}
		if options.key {
			out = options.appendKey(p, out, start, ref)
		}
		return append(out, delim), diag.Flaw{}
	}
}

// flawAfter returns the flaw of an error about what begins at an offset of a line.
func flawAfter(err error, offset int) diag.Flaw {
	f := diag.FlawOfError(err)
	f.Offset += offset
	return f
}

// appendKey replaces the target out[from:] by its key, and adds the columns of --with-target.
func (f *pairFlags) appendKey(p *pair, out []byte, from int, ref scanner.Ref) []byte {
	p.target = append(column.RoomFor(p.target, len(out)-from), out[from:]...)
	if f.profile != nil {
		out, _, _ = crawl.AppendKey(out[:from], p.target, ref, f.profile)
	} else {
		out, _ = normalize.AppendRef(out[:from], p.target, ref, f.level)
	}
	out = withKey(out, from)
	if !f.target {
		return out
	}
	form := p.target
	if normalize.Needed(form, ref, record.HostRungs) != 0 {
		p.host, ref = normalize.AppendRef(column.RoomFor(p.host, len(form)), form, ref, record.HostRungs)
		form = p.host
	}
	out = append(out, '\t')
	if ref.Has(scanner.Host) {
		out = append(out, ref.Host().Of(form)...)
	} else {
		out = append(out, render.Undefined...)
	}
	return append(append(out, '\t'), p.target...)
}

package main

import (
	"bytes"
	"errors"
	"sync"

	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// pairFlags are the flags of resolve for lines of base TAB reference.
type pairFlags struct {
	key, target bool
	level       normalize.Flags
}

func (f *pairFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.key, "key", false, "--pairs: print the key that normalize --key makes of the result")
	flags.Var(levelFlag(&f.level), "level", "--key: take the rungs of syntax or scheme")
	flags.BoolVar(&f.target, "with-target", false, "--key: add the host and the result as columns")
}

func (f *pairFlags) check(flags *pflag.FlagSet) error {
	if !f.key && (f.target || flags.Changed("level")) {
		return errors.New("--level and --with-target need --key")
	}
	return nil
}

// levelFlag is the flag for the rungs of a level.
func levelFlag(to *normalize.Flags) *choice[normalize.Flags] {
	return &choice[normalize.Flags]{to, "LEVEL", []string{"syntax", "scheme"}, []normalize.Flags{normalize.Syntax, normalize.SchemeBased}}
}

// A pair is the memory for a line of base TAB reference.
type pair struct {
	base   resolve.Base
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
		if err := p.base.Reset(src[:tab], rules); err != nil {
			return dst, diag.FlawOfError(err)
		}
		start := len(dst)
		out, ref, err := p.base.Append(dst, src[tab+1:])
		if err != nil {
			f := diag.FlawOfError(err)
			f.Offset += tab + 1
			return dst, f
		}
		if options.key {
			out = options.appendKey(p, out, start, ref)
		}
		return append(out, delim), diag.Flaw{}
	}
}

// appendKey replaces the target out[from:] by its key, and adds the columns of --with-target.
func (f *pairFlags) appendKey(p *pair, out []byte, from int, ref scanner.Ref) []byte {
	p.target = append(column.RoomFor(p.target, len(out)-from), out[from:]...)
	out, _ = normalize.AppendRef(out[:from], p.target, ref, f.level)
	out = withKey(out, from)
	if !f.target {
		return out
	}
	form := p.target
	if normalize.Needed(form, ref, normalizedHost) != 0 {
		p.host, ref = normalize.AppendRef(column.RoomFor(p.host, len(form)), form, ref, normalizedHost)
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

// normalizedHost are the rungs that change hosts. stats counts these by them, too.
const normalizedHost = normalize.Case | normalize.PercentEncoding | normalize.IPv6

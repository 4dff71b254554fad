package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/scanner"
)

// profileFlag is the flag for a profile of crawl keys.
func profileFlag(to **crawl.Profile) *settingsFlag {
	return &settingsFlag{Value: &textFlag[*crawl.Profile]{to, "PROFILE", func(name string) (*crawl.Profile, error) {
		if p, ok := crawl.Ready(name); ok {
			return p, nil
		}
		p, err := readSettings(name, crawl.ParseProfile)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("not crawl-v1, and %w", err)
		}
		if err != nil {
			return nil, fmt.Errorf("no profile: %w", err)
		}
		return p, nil
	}}, ready: []string{"crawl-v1"}}
}

// keyLine is what line returns for a profile.
func (f *normalizeFlags) keyLine(delim byte) record.Printer {
	profile, changed, explain, key := f.profile, f.changed, f.explain, f.key
	return func(dst, src []byte, ref scanner.Ref, c *column.Cell) ([]byte, diag.Flaw) {
		before, text, ref, _ := record.ToNormalize(src, ref, c, 0)
		start := len(dst)
		dst, keyRef, rules := crawl.AppendKey(dst, text, ref, profile)
		dst = slices.Delete(dst, start, start+before)
		f := checkLen(keyRef.Len())
		switch {
		case changed && rules == 0:
			return dst[:start], diag.Flaw{}
		case key:
			dst = withKey(dst, start)
		case f.Kind != "":
			return dst, f
		case explain:
			dst = append(appendNames(append(dst, '\t'), rules), '\t')
			dst = append(dst, src...)
		}
		return append(dst, delim), diag.Flaw{}
	}
}

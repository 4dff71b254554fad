package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/resolve"
)

// pageFlags are the flags of extract on pages and on archives of them.
type pageFlags struct {
	as      form
	resolve bool
	baseURI string
	base    *resolve.Base // that of baseURI, nil if there is none
}

func (f *pageFlags) addPageFlags(flags *pflag.FlagSet) {
	flags.Var(&f.as, "as", "what the files are: auto, text, html or warc")
	flags.BoolVar(&f.resolve, "resolve", false, "print what the attributes of pages refer to, relative references, too")
	flags.StringVar(&f.baseURI, "base", "", "resolve against `URI`, from which the pages came; implies --resolve")
}

// preparePages makes a base of --base. The error does not quote it: it may hold a
// password.
func (f *pageFlags) preparePages(flags *pflag.FlagSet) error {
	if !flags.Changed("base") {
		return nil
	}
	base, err := resolve.NewBase(f.baseURI, 0)
	if err != nil {
		flaw := flawOfError(err)
		return fmt.Errorf("bad --base: %s at byte %d", flaw.kind, flaw.offset+1)
	}
	f.resolve, f.base = true, &base
	return nil
}

package main

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/dedupe"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/normalize"
)

func newDedupe(std stream.Std) *cobra.Command {
	o := &dedupe.Options{Level: normalize.SchemeBased, Memory: 1 << 30}
	var column columnFlags
	var rules rulesFlag
	var suffixes string // the file of --psl
	c := described(&cobra.Command{
		Use: "dedupe [flags] [FILE...]",
		RunE: func(c *cobra.Command, files []string) error {
			if err := checkDedupe(o, c.Flags()); err != nil {
				return err
			}
			o.Rules, o.RulesSum = rules.get(), rules.sum()
			var names []string
			if o.Normalized {
				names = []string{"normalized"}
			}
			if err := column.apply(&o.Job, c.Flags(), names...); err != nil {
				return err
			}
			if column.json.HasMany() {
				return errors.New("--json-field with * has several values: dedupe compares one")
			}
			if o.Table != nil && keepsBad(c.Flags()) {
				o.OnError = record.Keep
			}
			if o.Sites() {
				var err error
				if o.Suffixes, o.ListSum, err = openSites(suffixes, &o.Job, std); err != nil {
					return err
				}
			}
			return o.Run(c.Context(), std, files)
		},
	})
	flags := c.Flags()
	flags.Var(&choice[normalize.Flags]{&o.Level, "LEVEL", []string{"identical", "syntax", "scheme"}, []normalize.Flags{0, normalize.Syntax, normalize.SchemeBased}},
		"level", "compare lines by level: identical, syntax or scheme")
	flags.Var(rungsFlag(&o.Only), "only", "take these `RUNGS` of normalize, joined by \",\", and no level")
	flags.Var(rungsFlag(&o.With), "with", "take these `RUNGS`, too, such as drop-fragment")
	flags.Var(rungsFlag(&o.Without), "without", "do not take these `RUNGS`")
	flags.Var(profileFlag(&o.Profile), "profile", "compare keys by this `PROFILE`: crawl-v1, or a file of JSON")
	flags.Var(&listFlag[uint16]{&o.Key, "PARTS", "part", dedupe.PartNames}, "key", "lines are equivalent if these `PARTS` are, such as host or template")
	rules.add(flags)
	addSuffixes(flags, &suffixes)
	flags.BoolVar(&o.Normalized, "normalized", false, "print the normal form instead of the first spelling")
	flags.BoolVarP(&o.Count, "count", "c", false, "print before each line how many its class has")
	flags.BoolVarP(&o.Repeated, "repeated", "d", false, "print only lines of classes with several lines")
	flags.BoolVarP(&o.Unique, "unique", "u", false, "print only lines of classes with no other line")
	flags.VarPF(&textFlag[int64]{&o.Memory, "SIZE", parseTableSize}, "memory", "",
		"limit of the table of classes: bytes, or a number with K, M or G").DefValue = "1GiB"
	flags.StringVar(&o.Seen, "seen", "", "leave out what earlier runs with this `FILE` printed, and keep the set in it")
	flags.Var(&settingsFlag{Value: &textFlag[string]{&o.SeedOf, "SET", fileName}}, "seed-of", "give a new --seen FILE the seed of this `SET`, so that merge can add them up")
	column.add(flags)
	addInputFlags(&o.Job, flags)
	addResultFlags(&o.Job, flags, onErrorUsage)
	return c
}

// checkDedupe rejects flags that make no sense together.
func checkDedupe(o *dedupe.Options, flags *pflag.FlagSet) error {
	if err := exclusive(flags, "repeated unique", "seen count", "seen repeated", "seen unique", "level only profile", "with profile", "without profile"); err != nil {
		return err
	}
	if flags.Changed("seen") && (o.Seen == "" || o.Seen == "-") {
		return errors.New("--seen needs the name of a file")
	}
	if o.SeedOf != "" && o.Seen == "" {
		return errors.New("--seed-of needs --seen")
	}
	own := []string{filepath.Clean(o.Seen), filepath.Clean(o.Seen + ".tmp"), filepath.Clean(o.Seen + ".lock")}
	isOwn := func(name string) bool { return name != "" && slices.Contains(own, filepath.Clean(name)) }
	if o.Seen != "" && (isOwn(o.Output) || isOwn(o.Rejects)) {
		return errors.New("--output and --rejects cannot be FILE, FILE.tmp or FILE.lock of --seen FILE")
	}
	if flags.Changed("rules") && !o.Templates() {
		return errors.New("--rules needs --key template")
	}
	if flags.Changed("psl") && !o.Sites() {
		return errors.New("--psl needs --key site")
	}
	if o.Normalized && !o.HasForm() {
		return errors.New("--normalized needs --level syntax or scheme, or RUNGS")
	}
	return nil
}

// parseTableSize parses how many bytes the table may take.
func parseTableSize(s string) (int64, error) {
	n, err := parseSize(s)
	if err == nil && n < dedupe.LeastMemory {
		err = errors.New("it must be at least 64K")
	}
	return n, err
}

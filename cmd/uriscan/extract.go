package main

import (
	"github.com/spf13/cobra"
	"github.com/uriscan/uriscan/cmd/internal/extract"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

func newExtract(std stream.Std) *cobra.Command {
	x := &extract.Options{Job: record.Job{Reading: pipeline.Reading{MaxLine: defaultMaxLine}}}
	c := described(&cobra.Command{
		Use: "extract [flags] [FILE...]",
		RunE: func(c *cobra.Command, files []string) error {
			if c.Flags().Changed("base") {
				b, err := parseBase(x.Base, 0)
				if err != nil {
					return err
				}
				x.Find.Page.Resolve, x.Find.Page.Base = true, b
			}
			return x.Run(c.Context(), std, files)
		},
	})
	flags := c.Flags()
	flags.BoolVar(&x.Find.Page.Text.AnyScheme, "any-scheme", false, "take every scheme, also without \"//\"")
	flags.BoolVar(&x.WithPosition, "with-position", false, "print FILE:LINE:BYTE: before each URI")
	addFormatFlag(flags, &x.Format, extract.Fields...)
	flags.BoolVar(&x.Join, "join", false, "read <...> without the blanks and line breaks inside")
	flags.Var(oneOf(&x.As, "FORM", "auto", "text", "html", "warc", "xml"), "as", "read files as text, html, xml or warc; auto is what they look like")
	flags.BoolVar(&x.Find.Page.Resolve, "resolve", false, "print the targets of references in pages, also of relative ones")
	flags.StringVar(&x.Base, "base", "", "base `URI` of pages that name none, or of the FOLDER they are in; implies --resolve")
	flags.BoolVar(&x.Find.Page.Repair, "repair", false, "repair what pages link to as browsers do, and encode URLs beyond ASCII")
	flags.BoolVar(&x.Find.Binary, "binary", false, "search binary files, too")
	flags.BoolVar(&x.Hidden, "hidden", false, "search hidden files and folders, too")
	flags.BoolVar(&x.NoIgnore, "no-ignore", false, "search what .gitignore and .ignore leave out, too")
	flags.Var(oneOf(&x.Compressed, "WHICH", "fast", "all", "none"), "compressed", "compressed files in folders: fast (gzip and zstd), all (bzip2, too) or none")
	addOutputFlag(&x.Job, flags)
	addMaxLineFlag(&x.Job, flags,
		"longer URIs are left out: too-long. Bytes, or a number with K, M, G")
	addPipelineFlags(&x.Job, flags)
	flags.BoolVar(&x.Verbose, "verbose", false, "print a note for each file that is skipped and each value left out")
	flags.BoolVarP(&x.Quiet, "quiet", "q", false, "print no diagnostics and no notes")
	return c
}

package dedupe

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/progress"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// Run prints the lines of files, or of standard input, that are the first of their classes.
// The error is nil, the exit status, or a usage error: the set was made with other options.
func (o *Options) Run(ctx context.Context, std stream.Std, files []string) error {
	k := &keyer{rungs: o.ladder(), profile: o.Profile, parts: o.selection(), rules: o.Rules, sites: o.Suffixes, seed: seen.NewSeed()}
	c := &collector{keyer: k, job: &o.Job, normalized: o.Normalized, located: record.PieceSize}
	defer o.bound(c)()
	o.KeepsCR = true
	o.KeepsMark = o.Seen == "" && !o.Count // the output begins with a record of the input
	if o.Table != nil {
		o.Table.Passes = true
	}
	if k.parses() {
		o.Reference = c.reference
	} else {
		o.Line = func(dst, _ []byte) ([]byte, diag.Flaw) { return dst, diag.Flaw{} }
	}
	d := &deduper{
		Driver: &record.Driver[candidates]{Job: &o.Job, Std: std}, options: o, ctx: ctx,
		set: seen.NewFilter(o.Memory, o.counts()), headers: map[seen.Key]bool{},
	}
	defer d.close()
	d.Hooks = record.Hooks[candidates]{Emit: d.block, EndLine: d.endLine}
	d.Bar.Note = d.note
	if o.Seen != "" {
		err := d.openSaved(&k.seed, files)
		if _, failed := errors.AsType[*stream.OutputError](err); failed || errors.Is(err, context.Canceled) {
			return diag.Ended(d.Status(err))
		} else if err != nil {
			return err
		}
		d.Open = d.saved.openOutput
		settings := d.Kept(nil)
		o.Settings = func() []string { return slices.Concat(settings, d.saved.present()) }
	}
	return d.Run(files, func(files []string) error {
		p := pipeline.New(o.Records(), c.collect)
		p.Roomy = pipeline.BlockSize
		if err := d.Lines(ctx, p, files); err != nil {
			return err
		}
		if err := d.finish(); err != nil {
			return err
		}
		return d.tellDropped()
	})
}

// A deduper prints the new lines of one block after the other.
type deduper struct {
	*record.Driver[candidates]
	options *Options
	ctx     context.Context
	set     *seen.Filter
	saved   *savedSet // nil without Options.Seen
	headers map[seen.Key]bool
	out     []byte // what is to be written
	digits  [20]byte
	hasLong bool   // there was a line that needed the large block
	dropped uint64 // lines that were not printed, those that wait included
}

// block prints the new lines of a block. After an error it prints those that were found.
func (d *deduper) block(b *block) error {
	d.hasLong = d.hasLong || b.IsLarge
	failed := d.lookUp(&b.Work.Own)
	for _, memory := range []*[]byte{&b.Work.Own.out, &b.Work.Own.normal, &b.Work.Res.Out} {
		if cap(*memory) > pipeline.RoomyBlock {
			*memory = nil // only long lines need as much, which are rare
		}
	}
	if err := d.flush(); err != nil {
		return err
	}
	if failed == nil {
		failed = d.checkpoint()
	}
	return failed
}

// finish prints the lines that waited, and saves the set if it is kept.
func (d *deduper) finish() error {
	if d.hasLong && d.set.Waiting() {
		debug.FreeOSMemory() // Resolve needs what long lines took
	}
	if d.saved != nil && (d.set.Waiting() || !d.saved.isSame()) {
		return d.save(true)
	}
	if err := d.set.Resolve(nil); err != nil {
		return err
	}
	return d.printWaiting()
}

// tellDropped says how many lines are not printed of those that --key compares: another line
// of their class need not be equivalent to them.
func (d *deduper) tellDropped() error {
	if d.options.Key == 0 || d.options.Quiet || d.dropped == 0 {
		return nil
	}
	return d.Tell(fmt.Appendf(nil, "uriscan: lines like others by --key, left out: %d\n", d.dropped))
}

func (d *deduper) close() {
	d.set.Close()
	if d.saved != nil {
		d.saved.close()
	}
}

// note returns the number of bad lines, and how much was written to the temporary file.
func (d *deduper) note() string {
	text := d.BadLines()
	if n := d.set.Spilled(); n > 0 {
		text += "  " + progress.BytesText(float64(n)) + " spilled"
	}
	return text
}

package dedupe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math/bits"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize"
)

// No later run prints what one run has printed.
func TestSeen(t *testing.T) {
	folder(t)
	runs := []struct{ in, want string }{
		{"", ""},
		{"a\nb\na\n", "a\nb\n"},
		{"b\nc\n%61\n", "c\n"},
		{"a\nb\nc\n", ""},
		{"d\nx y\n", "d\n"},
		{"", ""},
		{"d\ne", "e\n"},
	}
	var info os.FileInfo
	for i, run := range runs {
		if got := runWith(run.in, Options{Level: normalize.SchemeBased, Seen: "set", Job: record.Job{Quiet: true}}); got.out != run.want || got.status > diag.ExitBad {
			t.Errorf("run %d: dedupe --seen of %q = %+v, want %q", i, run.in, got, run.want)
		}
		before := info
		if info, _ = os.Stat("set"); before != nil && os.SameFile(info, before) != (run.want == "") || info == nil {
			t.Errorf("run %d: dedupe --seen of %q has not saved what is new, or has saved what is not", i, run.in)
		}
	}
	if left := namesIn(t, "."); left != "set set.lock tmp" {
		t.Errorf("dedupe --seen leaves %s, want set, its lock and tmp", left)
	}
}

// Keys are secrets of a set: what collides in one run does not in another.
func TestSeenSecrets(t *testing.T) {
	folder(t)
	known := map[seen.Key]bool{}
	for _, name := range []string{"one", "two", "three"} {
		if got := runWith(linesOf(30), Options{Seen: name}); got.status != diag.ExitGood {
			t.Fatalf("Run = %v, want status 0", got)
		}
		maps.Copy(known, savedKeys(t, name))
	}
	if want := 3 * strings.Count(uniqueLines(linesOf(30)), "\n"); len(known) != want {
		t.Errorf("three sets have %d keys, want %d: no key is in two of them", len(known), want)
	}
}

// The same for sets that do not fit into memory.
func TestSeenLarge(t *testing.T) {
	folder(t)
	in := linesOf(9000)
	half := len(linesOf(4500))
	want := uniqueLines(in)
	first := runWith(in[:half], Options{Seen: "set"})
	for i, memory := range []int64{LeastMemory, 128 << 10, 16 << 20} {
		for _, out := range sizes.InTurn(i, "-", "out") {
			os.Remove("out")
			testkit.Write(t, "copy", testkit.Read(t, "set"))
			o := Options{Seen: "copy", Memory: memory, Job: record.Job{Output: out}}
			got := runWith(in, o)
			if rest := got.out + testkit.Read(t, "out"); got.status != diag.ExitGood || first.out+rest != want {
				t.Errorf("%d bytes: %d and %d lines, %q, want %d", memory, strings.Count(first.out, "\n"),
					strings.Count(rest, "\n"), got.err, strings.Count(want, "\n"))
			}
			// Once more, which is nothing new, and then with enough memory for all.
			for _, again := range []struct {
				in string
				o  Options
			}{{in, o}, {"", o}, {in, Options{Seen: "copy"}}} {
				got := runWith(again.in, again.o)
				if n := len(savedKeys(t, "copy")); got != (outcome{}) || n != strings.Count(want, "\n") {
					t.Errorf("%d after %d bytes, -o %s: %+v and %d keys, want nothing new", again.o.Memory, memory, out, got, n)
				}
			}
		}
	}
	// No checkpoint saves what is in memory of such a set.
	for _, out := range []string{"-", "out"} {
		d := newDeduper(t, &record.Job{})
		d.options = &Options{Seen: "copy", Job: record.Job{Output: out}}
		if err := d.openSaved(new(seen.Seed), nil); err != nil || !d.saved.partial {
			t.Errorf("a set in no memory, -o %s: %v, partial %t, want true", out, err, d.saved.partial)
		}
		d.saved.close()
	}
	// A set that fills the memory to the last key, or nearly.
	f, fits := seen.NewFilter(LeastMemory, false), 0
	defer f.Close()
	for ; !f.Full(); fits++ {
		f.AddKey(seen.Sum(new(seen.Seed), fmt.Append(nil, fits)))
	}
	for n := fits - 2; n <= fits; n++ {
		known := ""
		for i := range n {
			known += fmt.Sprintln(i)
		}
		for i, want := range []outcome{{out: known}, {out: "x\ny\n"}, {}} {
			in := known + "x\ny\n"[:min(4*i, 4)]
			if got := runWith(in, Options{Seen: fmt.Sprint(n), Memory: []int64{1 << 20, LeastMemory, 1 << 20}[i]}); got != want {
				t.Errorf("run %d with a set of %d keys: %v, want %v", i, n, got, want)
			}
		}
	}
	if got, system := withFault(t, 1<<30, nil, "", Options{Seen: "copy"}); got != (outcome{}) || system.Done > 11 {
		t.Errorf("Run of nothing to a pipe = %+v after %d operations, want few: keys are only read", got, system.Done)
	}
}

func savedKeys(t *testing.T, name string) map[seen.Key]bool {
	t.Helper()
	keys := map[seen.Key]bool{}
	r, err := seen.Open(name)
	if err == nil {
		_, err = r.Keys(func(k seen.Key) error { keys[k] = true; return nil })
	}
	testkit.Must(t, err)
	return keys
}

// A file that is a damaged set, or not a set, is refused, and nothing is printed or
// changed.
func TestSeenDamaged(t *testing.T) {
	folder(t)
	if got := runWith("a\nb\n", Options{Seen: "set", Job: record.Job{Output: "out"}}); got != (outcome{}) {
		t.Fatalf("dedupe = %+v, want status 0", got)
	}
	good := testkit.Read(t, "set")
	damaged := map[string]string{
		"foreign": "http://a/\nhttp://b/\nhttp://c/\n", "empty": "", "longer": good + "x", "twice": good + good,
		"another version": strings.Replace(good, "02\n", "01\n", 1),
	}
	for i := 0; i < len(good); i += 3 {
		damaged[fmt.Sprintf("cut at %d", i)] = good[:i]
		damaged[fmt.Sprintf("changed at %d", i)] = good[:i] + string(good[i]^4) + good[i+1:]
	}
	for name, text := range damaged {
		testkit.Write(t, "set", text)
		got := runWith("c\n", Options{Seen: "set", Job: record.Job{Output: "out"}})
		if got.status != diag.ExitIO || !strings.HasPrefix(got.err, "uriscan: set: ") || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: dedupe --seen = %+v, want status %d and a reason", name, got, diag.ExitIO)
		}
		if out, set := testkit.Read(t, "out"), testkit.Read(t, "set"); out != "a\nb\n" || set != text {
			t.Errorf("%s: dedupe --seen leaves %q and a set of %d bytes, want all as it was", name, out, len(set))
		}
	}
	if left := namesIn(t, "."); left != "out set set.lock tmp" {
		t.Errorf("dedupe --seen leaves %s, want out, set, its lock and tmp", left)
	}
}

// A checkpoint comes when it is worth its time: checkpoints take a twentieth of all time.
func TestCheckpointIsDue(t *testing.T) {
	for _, tt := range []struct {
		f    savedSet
		ago  time.Duration
		want bool
	}{
		{savedSet{fresh: 1}, time.Second, false},
		{savedSet{fresh: 1}, 11 * time.Second, true},
		{savedSet{fresh: 1, cost: time.Hour}, 19 * time.Hour, false},
		{savedSet{fresh: 1, cost: time.Hour}, 21 * time.Hour, true},
		{savedSet{}, time.Hour, false},
		{savedSet{fresh: 1, partial: true}, time.Hour, false},
		{savedSet{fresh: 9, Options: &Options{Checkpoint: 10}}, time.Hour, false},
		{savedSet{fresh: 10, Options: &Options{Checkpoint: 10}}, 0, true},
		{savedSet{fresh: 10, Options: &Options{Checkpoint: 10}, partial: true}, 0, false},
	} {
		f := tt.f
		f.Options = cmp.Or(f.Options, new(Options))
		f.last = time.Now().Add(-tt.ago)
		if got := f.due(); got != tt.want {
			t.Errorf("%v after a checkpoint that took %v, of %d lines, partial %t: due() = %t, want %t", tt.ago, f.cost, f.fresh, f.partial, got, tt.want)
		}
	}
	f := &savedSet{Options: new(Options), fresh: 1}
	for range 2 {
		if f.due() || time.Since(f.last) > time.Minute {
			t.Error("a checkpoint is due at the first line")
		}
	}
	synctest.Test(t, func(t *testing.T) {
		defer faults.Wrap(func(f disk.File, _ string) disk.File { time.Sleep(time.Second); return f })()
		d, set := newDeduper(t, &record.Job{}), &savedSet{file: filepath.Join(t.TempDir(), "set"), seed: new(seen.Seed), fresh: 1, Options: &Options{Checkpoint: 1}}
		d.saved = set
		began := time.Now()
		if err := d.checkpoint(); err != nil || set.cost < time.Second || set.fresh != 0 || set.last != began.Add(set.cost) {
			t.Errorf("checkpoint = %v, after %v at %v, with %d new lines", err, set.cost, set.last, set.fresh)
		}
	})
}

// An interrupt also ends the saving of a large set, and leaves no file.
func TestSaveIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d, dir := newDeduper(t, &record.Job{}), t.TempDir()
	d.saved = &savedSet{file: filepath.Join(dir, "set"), seed: new(seen.Seed), Options: new(Options)}
	d.ctx, d.set = ctx, seen.NewFilter(4<<20, false)
	t.Cleanup(d.set.Close)
	for i := range uint64(1 << 16) {
		testkit.Must(t, d.set.AddKey(seen.Key{Hi: bits.Reverse64(i)}))
	}
	if err, left := d.save(false), namesIn(t, dir); err != context.Canceled || left != "" {
		t.Errorf("save = %v, after which there is %q, want %v and nothing", err, left, context.Canceled)
	}
}

// An interrupt also ends the loading of a large set, and leaves no file and the set as it was.
func TestLoadIsInterrupted(t *testing.T) {
	folder(t)
	o := Options{Seen: "set", Memory: 4 << 20, Job: record.Job{Output: "out"}}
	w, err := seen.Create("set", new(seen.Seed), o.note())
	testkit.Must(t, err)
	for i := range uint64(1 << 16) {
		w.Add(seen.Key{Hi: bits.Reverse64(i)})
	}
	testkit.Must(t, w.Commit(seen.Output{}))
	saved := testkit.Read(t, "set")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = o.Run(ctx, stream.Std{In: strings.NewReader("a\n"), Out: io.Discard, Err: io.Discard}, nil)
	if left := namesIn(t, "."); err != diag.Ended(diag.ExitInterrupted) || left != "set set.lock tmp" || testkit.Read(t, "set") != saved {
		t.Errorf("Run = %v, after which there is %s, want status %d and only the set, unchanged", err, left, diag.ExitInterrupted)
	}
}

// An output is begun if it is missing or empty, and continued if it is what the
// set knows, under whatever name. Any other one is refused, and not touched. One that is
// not a regular file is written as without a set.
func TestSeenOutput(t *testing.T) {
	folder(t)
	testkit.Write(t, "other", "old\n")
	link := func() {
		if os.Symlink("moved", "link") != nil {
			testkit.Must(t, os.Link("moved", "link")) // no symbolic links here
		}
	}
	for _, s := range []struct {
		name, in string
		do       func()
		out      string
		want     string
		err      string // of a run that is refused
	}{
		{"to a device", "z\n", nil, os.DevNull, "", ""},
		{"first", "a\nb\n", nil, "out", "a\nb\n", ""},
		{"second", "b\nc\n", nil, "out", "a\nb\nc\n", ""},
		{"nothing new", "c\n", nil, "out", "a\nb\nc\n", ""},
		{"sorted", "d\n", func() { testkit.Write(t, "out", "c\nb\na\n") }, "out", "c\nb\na\n", "out: its first 6 bytes are not those that set knows"},
		{"cut", "d\n", func() { testkit.Write(t, "out", "a\nb\n") }, "out", "a\nb\n", "out: it has 4 bytes, and set recorded 6"},
		{"grown", "d\n", func() { testkit.Write(t, "out", "a\nb\nc\nx\n") }, "out", "a\nb\nc\nx\n", "out: it has 8 bytes, and set recorded 6"},
		{"replaced", "d\n", func() { testkit.Write(t, "out", "x\ny\n") }, "out", "x\ny\n", "out: it has 4 bytes, and set recorded 6"},
		{"another", "d\n", nil, "other", "old\n", "other: it has 4 bytes, and set recorded 6"},
		{"as it was", "d\n", func() { testkit.Write(t, "out", "a\nb\nc\n") }, "out", "a\nb\nc\nd\n", ""},
		{"moved", "e\n", func() { rename(t, "out", "moved") }, "moved", "a\nb\nc\nd\ne\n", ""},
		{"to a pipe between", "f\n", nil, "-", "", ""},
		{"after a pipe", "f\ng\n", nil, "moved", "a\nb\nc\nd\ne\ng\n", ""},
		{"to a device between", "k\n", nil, os.DevNull, "", ""},
		{"by a link", "k\nl\n", link, "link", "a\nb\nc\nd\ne\ng\nl\n", ""},
		{"taken away", "h\n", func() { rename(t, "moved", "away") }, "moved", "h\n", ""},
		{"emptied", "i\n", func() { testkit.Write(t, "moved", "") }, "moved", "i\n", ""},
		{"the earlier one", "j\n", nil, "away", "a\nb\nc\nd\ne\ng\nl\n", "away: it has 14 bytes, and set recorded 2"},
		{"no set any more", "i\n", func() { rename(t, "set", "old") }, "moved", "i\n", "moved: it has 2 bytes, and set recorded 0"},
	} {
		if s.do != nil {
			s.do()
		}
		before := testkit.Read(t, "set")
		got := runWith(s.in, Options{Seen: "set", Job: record.Job{Output: s.out}})
		if out := testkit.Read(t, s.out); s.err == "" {
			if got.status != diag.ExitGood || got.err != "" || out != s.want {
				t.Errorf("%s: dedupe -o %s = %+v and %q, want %q", s.name, s.out, got, out, s.want)
			}
		} else if got.status != diag.ExitIO || !strings.HasPrefix(got.err, "uriscan: "+s.err) || strings.Count(got.err, "\n") != 1 || out != s.want || testkit.Read(t, "set") != before {
			t.Errorf("%s: dedupe -o %s = %+v and %q, want status %d, %q and all as it was", s.name, s.out, got, out, diag.ExitIO, s.err)
		}
	}
	made, err := os.Stat("away")
	testkit.Must(t, err)
	if info, err := os.Stat("other"); err != nil || made.Mode() != info.Mode() {
		t.Errorf("dedupe -o makes a file of mode %v, want that of any new file, %v", made.Mode(), info.Mode())
	}
	if name, err := os.Readlink("link"); runtime.GOOS != "windows" && name != "moved" {
		t.Errorf("the link leads to %q, %v, want moved, as before", name, err)
	}
}

// The set, its lock and the file it is written to are not outputs, by any name.
func TestSeenIsNoOutput(t *testing.T) {
	folder(t)
	runWith("a\n", Options{Seen: "set"})
	set := testkit.Read(t, "set")
	for _, name := range []string{"set", "set.lock", "set.tmp"} {
		for _, out := range []string{name, name + ".link"} {
			if out != name && os.Link(name, out) != nil && os.Symlink(name, out) != nil {
				continue // no links here
			}
			for _, job := range []record.Job{{Output: out}, {Rejects: out}} {
				got := runWith("b\n", Options{Seen: "set", Job: job})
				if got.status != diag.ExitUsage || got.out != "" || testkit.Read(t, "set") != set {
					t.Errorf("dedupe --seen set -o %q --rejects %q = %+v, want status %d and the set as it was", job.Output, job.Rejects, got, diag.ExitUsage)
				}
			}
		}
	}
	fresh, err := filepath.Abs("new") // a set that is not there yet
	testkit.Must(t, err)
	for _, job := range []record.Job{{Output: fresh}, {Rejects: fresh}} {
		got := runWith("b c\n", Options{Seen: "new", Job: job})
		if _, err := os.Stat(fresh); got.status != diag.ExitUsage || got.out != "" || err == nil {
			t.Errorf("dedupe --seen new -o %q --rejects %q = %+v, and makes it: %t, want status %d", job.Output, job.Rejects, got, err == nil, diag.ExitUsage)
		}
	}
}

// The file to which the set is written is no input: writing the set would destroy that.
func TestSeenIsWrittenToNoInput(t *testing.T) {
	folder(t)
	testkit.Write(t, "set.tmp", "a\n")
	file, err := os.Open("set.tmp")
	testkit.Must(t, err)
	defer file.Close()
	for _, got := range []outcome{runWith("", Options{Seen: "set"}, "set.tmp"), runOn(file, Options{Seen: "set"})} {
		if text := testkit.Read(t, "set.tmp"); got.status != diag.ExitUsage || text != "a\n" {
			t.Errorf("dedupe --seen set of set.tmp = %+v, which is then %q, want status %d and no change", got, text, diag.ExitUsage)
		}
	}
}

// A file of rejects is replaced whether or not the set, or the file it is written to, is there.
func TestSeenReplacesRejects(t *testing.T) {
	folder(t)
	testkit.Write(t, "bad", "old\n")
	for _, out := range []string{"-", "out"} {
		for _, in := range []string{"a\nx y\n", "b\nx z\n"} {
			got := runWith(in, Options{Level: normalize.SchemeBased, Seen: "set" + out, Job: record.Job{Output: out, Rejects: "bad", Quiet: true}})
			if bad := testkit.Read(t, "bad"); got.status != diag.ExitBad || bad != in[2:] {
				t.Errorf("dedupe --seen -o %s of %q = %+v, rejects %q", out, in, got, bad)
			}
		}
	}
}

// What an unfinished run has written after its last checkpoint is cut off, and another
// file is not.
func TestSeenUnfinished(t *testing.T) {
	folder(t)
	in := "url\n" + linesOf(600)
	table := &record.Table{Column: &column.Plain{Number: 1, Delim: '\t', End: '\n'}, Header: true}
	o := Options{Seen: "set", Checkpoint: 100, Job: record.Job{Output: "out", Reading: inBlocks(4 << 10).Reading, Table: table}, Memory: 1 << 20}
	for _, late := range []bool{false, true} { // whether the set knows lines of it
		whole := ""
		for at := 0; whole == "" || late && len(whole) < 8<<10; at++ {
			clean(t)
			withFault(t, at, os.ErrDeadlineExceeded, in, o)
			whole = testkit.Read(t, "out")
			if left := namesIn(t, "."); strings.Contains(left, "out") && !strings.Contains(left, "set ") {
				t.Errorf("a run that fails at operation %d, before it has a set, leaves %s", at, left)
			}
		}
		set := testkit.Read(t, "set")
		others := map[string]string{"other": "something else\n" + whole, "short": "\n"}
		if late {
			others["out"] = "x" + whole[1:]
		}
		for name, text := range others {
			testkit.Write(t, name, text)
			got := runWith(in, Options{Seen: "set", Job: record.Job{Output: name}})
			if out := testkit.Read(t, name); got.status != diag.ExitIO || !strings.HasPrefix(got.err, "uriscan: "+name+": it") || out != text || testkit.Read(t, "set") != set {
				t.Errorf("dedupe to another file %s = %+v and %d bytes, want status %d", name, got, len(out), diag.ExitIO)
			}
		}
		testkit.Write(t, "out", whole+strings.Repeat("half a li", 4000)) // more than all lines are
		if got := runWith(in, o); got != (outcome{}) || testkit.Read(t, "out") != uniqueLines(in) {
			t.Errorf("dedupe to the file it was = %+v, want all lines", got)
		}
	}
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	testkit.Must(t, os.Rename(from, to))
}

// While one run uses a set, no other does, by whatever name, and the lock ends with it.
func TestSeenByTwo(t *testing.T) {
	for _, name := range []string{"./set", "link"} { // of a new set, and of an old one
		t.Run(name, func(t *testing.T) {
			folder(t)
			if name == "link" {
				runWith("http://a/\n", Options{Seen: "set", Job: record.Job{Output: "out"}})
				if os.Symlink("set", name) != nil {
					name = "./set" // no symbolic links here
				}
			}
			before := testkit.Read(t, "out")
			in := strings.NewReader("http://b/\n")
			first := runOn(testkit.ReaderFunc(func(p []byte) (int, error) {
				if in.Len() > 0 {
					got := runWith("http://c/\n", Options{Seen: name, Job: record.Job{Output: "out"}})
					if want := (outcome{diag.ExitIO, "", "uriscan: " + name + ": another run is using it\n"}); got != want {
						t.Errorf("dedupe --seen beside another = %+v, want %+v", got, want)
					}
				}
				return in.Read(p)
			}), Options{Seen: "set", Job: record.Job{Output: "out"}})
			if out := testkit.Read(t, "out"); first != (outcome{}) || out != before+"http://b/\n" {
				t.Errorf("dedupe --seen beside another = %+v and %q, want its line", first, out)
			}
			runWith("http://c/\nhttp://b/\n", Options{Seen: "set", Job: record.Job{Output: "out"}})
			if out := testkit.Read(t, "out"); out != before+"http://b/\nhttp://c/\n" {
				t.Errorf("dedupe --seen after both = %q, want what was not in the set", out)
			}
		})
	}
}

// What was written of a long line whose end cannot be read is cut off, and the set
// knows the output without it.
func TestSeenTakenBack(t *testing.T) {
	folder(t)
	long := strings.NewReader("http://a/\n" + strings.Repeat("x", 3*pipeline.RoomyBlock))
	o := Options{Level: normalize.SchemeBased, Seen: "set", Job: record.Job{Output: "out", Reading: pipeline.Reading{MaxLine: 100}, OnError: record.Keep, Quiet: true}}
	if got := runOn(io.MultiReader(long, iotest.ErrReader(syscall.EIO)), o); got.status != diag.ExitIO || testkit.Read(t, "out") != "http://a/\n" {
		t.Errorf("dedupe of a line that is cut = %+v and %q, want the line before", got, testkit.Read(t, "out"))
	}
	if got := runWith("http://b/\n", o); got != (outcome{}) || testkit.Read(t, "out") != "http://a/\nhttp://b/\n" {
		t.Errorf("dedupe after that = %+v and %q, want both lines", got, testkit.Read(t, "out"))
	}
}

// What is taken back of an output is not in its sum, and what follows is written there.
func TestSummedFileTruncates(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, kept := range []int64{0, 4, 7} {
		file, err := os.Create("out")
		testkit.Must(t, err)
		f := &summedFile{File: file}
		for _, step := range []error{second(f.Write([]byte("abc\ndef"))), f.Truncate(kept), second(f.Write([]byte("g\n")))} {
			testkit.Must(t, step)
		}
		want := "abc\ndef"[:kept] + "g\n"
		if got := testkit.Read(t, "out"); got != want || f.size != int64(len(want)) || f.sum != crc32.Checksum([]byte(want), castagnoli) {
			t.Errorf("cut to %d bytes: %q of %d bytes by its sum %#x, want %q", kept, got, f.size, f.sum, want)
		}
		if err := f.read(kept + 3); err != nil && kept+3 <= f.size || err == nil && kept+3 > f.size {
			t.Errorf("read of %d bytes of %d = %v", kept+3, f.size, err)
		}
		for _, broken := range []disk.File{unreadable{file}, unseekable{file}} {
			if err := (&summedFile{File: broken}).Truncate(kept + 1); err != syscall.EIO && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("a cut that cannot be read again = %v", err)
			}
		}
		testkit.Must(t, file.Close())
		if f.Truncate(0) == nil || f.read(1) == nil {
			t.Error("a closed file is cut or read")
		}
	}
}

type unreadable struct{ disk.File }

func (unreadable) ReadAt([]byte, int64) (int, error) { return 0, syscall.EIO }

type unseekable struct{ disk.File }

func (unseekable) Seek(int64, int) (int64, error) { return 0, syscall.EIO }

func second(_ int, err error) error { return err }

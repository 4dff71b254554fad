package promises

import (
	"io/fs"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/seen"
)

var (
	seenSeed   = seen.NewSeed()
	seenSet    = seen.New(1 << 20)
	seenKeys   = []seen.Key{{Hi: 1}, {Hi: 1 << 40}, {Hi: 1 << 63}}
	seenSome   = seen.NewFilter(seen.Options{Memory: 1 << 20})
	seenCounts = seen.NewFilter(seen.Options{Memory: 1 << 20, Count: true})
)

func sumRef[B ~[]byte | ~string](src B) {
	sink.ok = seen.SumRef(&seenSeed, src, goodRef, normalize.Scheme) == seen.Key{}
}

// added adds a record with a key to f, each time another.
func added(f *seen.Filter) func() {
	n := uint64(0)
	return func() {
		n += 1 << 50
		sink.ok, sink.err = f.Add(seen.Key{Hi: n, Lo: n}, goodAsBytes)
	}
}

// seenAllocs are the rows of package seen, but for what does no more than to use
// files.
func seenAllocs() []alloc {
	once := func(function string, call func()) alloc { return alloc{"normalize/seen." + function, "", 0, "", call} }
	files := func(function, why string) alloc { return alloc{"normalize/seen." + function, "", -1, why, nil} }
	return []alloc{
		once("Sum", func() { sink.ok = seen.Sum(&seenSeed, good) == seen.Key{} }),
		alloc{"normalize/seen.Sum", "of bytes", 0, "", func() { sink.ok = seen.Sum(&seenSeed, goodAsBytes) == seen.Key{} }},
		once("SumRef", func() { sumRef(namedString(good)) }),
		alloc{"normalize/seen.SumRef", "of bytes", 0, "", func() { sumRef(namedBytes(goodAsBytes)) }},
		once("NewSeed", func() { sink.ok = seen.NewSeed() == seenSeed }),
		once("Set.Seed", func() { sink.ok = seenSet.Seed() == nil }),
		once("Set.Add", func() { sink.ok, sink.err = seenSet.Add(seenKeys[0]) }),
		once("Set.Has", func() { sink.ok = seenSet.Has(seenKeys[1]) }),
		once("Set.Len", func() { sink.n = seenSet.Len() }),
		once("Filter.Prefetch", func() { seenSome.Prefetch(seenKeys) }),
		once("Filter.Add", added(seenSome)),
		alloc{"normalize/seen.Filter.Add", "counted", 0, "", func() { sink.ok, sink.err = seenCounts.Add(seenKeys[0], goodAsBytes) }},
		once("Filter.AddKey", func() { sink.err = seenSome.AddKey(seenKeys[2]) }),
		once("Filter.Pass", func() { sink.ok, sink.err = seenSome.Pass(goodAsBytes) }),
		once("Filter.Keys", func() { sink.err = seenSome.Keys(func(seen.Key) error { return nil }) }),
		once("Filter.Waiting", func() { sink.ok = seenSome.Waiting() }),
		once("Filter.Full", func() { sink.ok = seenSome.Full() }),
		once("Filter.Spilled", func() { sink.ok = seenSome.Spilled() > 0 }),
		once("Filter.Close", func() { sink.err = seenSome.Close() }),
		once("SpillError.Unwrap", func() { sink.err = (&seen.SpillError{Err: fs.ErrExist}).Unwrap() }),
		once("FileError.Unwrap", func() { sink.err = (&seen.FileError{Err: fs.ErrExist}).Unwrap() }),
		once("Reader.Seed", func() { sink.ok = new(seen.Reader).Seed() == seenSeed }),
		once("Reader.Note", func() { sink.s = new(seen.Reader).Note() }),
		files("New", "makes a set"),
		files("NewFilter", "makes a filter"),
		files("SpillError.Error", "makes a text"),
		files("FileError.Error", "makes a text"),
		files("Filter.Resolve", "makes room for what it finds out"),
		files("Filter.Drain", "reads a file"),
		files("Set.Save", "writes a file"),
		files("Load", "reads a file"),
		files("Open", "reads a file"),
		files("Reader.Keys", "reads a file"),
		files("Reader.Close", "closes a file"),
		files("Create", "writes a file"),
		files("Writer.Add", "writes a file"),
		files("Writer.Commit", "writes a file"),
		files("Writer.Abandon", "writes a file"),
	}
}

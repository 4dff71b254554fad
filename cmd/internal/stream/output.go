package stream

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/uriscan/uriscan/internal/disk"
)

// An Output is where the results go.
type Output struct {
	io.Writer
	name    string
	File    io.Closer // what Close has to close, nil if nothing
	Written int64
	inLine  int64 // how many bytes of Written are of a line that is not finished
	atOnce  int   // how many bytes it takes as a whole, 0 if that is not limited
	IsFile  bool  // it is a regular file
	stale   bool  // it is a file that holds what it held before
}

// Create makes the file at path the output, or out if path is "" or "-". What the file
// holds is replaced by the first write or by Renew, and by nothing if not all inputs can be
// opened. Create refuses a path that is also an input. If it fails, it leaves no file where
// there was none.
func Create(path string, out io.Writer, in io.Reader, files []string) (*Output, error) {
	if path == "" || path == "-" {
		return NewOutput(out, "standard output"), Refuse(out, in, files)
	}
	stale := false
	o, err := CreateFile(path, os.O_WRONLY, in, files, func(f disk.File, info fs.FileInfo) (io.Writer, error) {
		if stale = IsRegular(info) && info.Size() > 0; stale {
			return f, tryOpen(files)
		}
		return f, nil
	})
	if err == nil {
		o.stale = stale
	}
	return o, err
}

// CreateFile is Create with a flag of [os.OpenFile], and with a function that returns what writes
// to the file. What the file holds stays there.
func CreateFile(path string, flag int, in io.Reader, files []string, writer func(f disk.File, info fs.FileInfo) (io.Writer, error)) (*Output, error) {
	_, missing := os.Stat(path)
	f, err := disk.Current.OpenFile(path, flag|os.O_CREATE, 0o666)
	if err != nil {
		return nil, &OutputError{path, err}
	}
	var w io.Writer
	switch info, failed := f.Stat(); {
	case failed != nil:
		err = &OutputError{path, failed}
	case IndexOfInput(info, in, files) >= 0:
		err = &OutputError{path, ErrOverlap}
	default:
		w, err = writer(f, info)
	}
	if err != nil {
		f.Close()
		if errors.Is(missing, fs.ErrNotExist) {
			Remove(path)
		}
		return nil, err
	}
	o := NewOutput(w, path)
	o.File = f
	return o, nil
}

// tryOpen returns an error if one of the inputs cannot be opened. Of those that are not regular
// files it asks only whether they exist: a pipe is opened once.
func tryOpen(files []string) error {
	for _, name := range files {
		if _, isURI := URI(name); isURI || name == "-" {
			continue
		}
		info, err := os.Stat(name)
		if IsRegular(info) {
			var f *os.File
			f, err = os.Open(name)
			f.Close()
		}
		if err != nil {
			return &InputError{name, err}
		}
	}
	return nil
}

// Renew removes what the file holds from before, if nothing was written yet.
func (o *Output) Renew() error {
	if !o.stale {
		return nil
	}
	o.stale = false
	if err := o.File.(interface{ Truncate(int64) error }).Truncate(0); err != nil {
		return &OutputError{o.name, err}
	}
	return nil
}

// NewOutput returns an output that writes to w, which errors call name.
func NewOutput(w io.Writer, name string) *Output {
	return &Output{Writer: w, name: name, atOnce: AtOnce(w), IsFile: IsRegular(StatOf(w))}
}

// FileWrite is held while a file is written, which may take long but ends by itself:
// an interrupt waits for it.
var FileWrite sync.Mutex

// Refuse returns an error if out, which is open already, is one of the inputs.
func Refuse(out io.Writer, in io.Reader, files []string) error {
	if i := IndexOfInput(StatOf(out), in, files); i >= 0 {
		return &InputError{files[i], ErrOverlap}
	}
	return nil
}

// Remove takes away an empty file that was made at path, which may be a link to
// it. If that fails, an empty file stays, which does no harm.
func Remove(path string) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		os.Remove(target)
	}
}

// IndexOfInput returns which of the inputs the file target is, -1 if none.
func IndexOfInput(target fs.FileInfo, in io.Reader, files []string) int {
	if !IsRegular(target) {
		return -1
	}
	return slices.IndexFunc(files, func(name string) bool {
		input := StatOf(in)
		if name != "-" {
			// Open will report what does not exist.
			input, _ = os.Stat(name)
		}
		return SameFile(target, input)
	})
}

// IsEmpty reports whether the output is a file without content.
func (o *Output) IsEmpty() bool { return o.IsFile && o.Written == 0 && !o.stale }

// WriteLines writes the results p, which are whole lines unless they are of a long line
// that is not finished. If it fails, the output ends with a whole line where that
// can be had, and the error says how many bytes there are. whole returns how many
// bytes at the start of what was written of p are whole lines that end like p.
func (o *Output) WriteLines(p []byte, unfinished bool, whole func(written []byte, end byte) int) error {
	if o.IsFile {
		FileWrite.Lock()
		defer FileWrite.Unlock()
	}
	if err := o.Renew(); err != nil {
		return err
	}
	n, err := writeTo(o.Writer, p, o.atOnce)
	o.Written += int64(n)
	o.inLine += int64(n)
	switch begun := o.inLine > int64(n); {
	case err == nil && unfinished:
		return nil
	case err == nil:
		o.inLine = 0
		return nil
	case !begun && !unfinished:
		o.inLine -= int64(whole(p[:n], p[len(p)-1]))
	}
	o.UnwriteLine()
	if o.Written > 0 {
		err = fmt.Errorf("%w after %d bytes", WithoutPath(err), o.Written)
	}
	return &OutputError{o.name, err}
}

// UnwriteLine takes back what was written of a line that will not be finished, and reports
// whether that was done.
func (o *Output) UnwriteLine() bool {
	done := unwrite(o.Writer, o.inLine)
	if done {
		o.Written -= o.inLine
		o.inLine = 0
	}
	return done
}

// Close reports what a file system tells only at the end.
func (o *Output) Close() error {
	if o.File == nil {
		return nil
	}
	// After a signal the system closes it all the same.
	if err := o.File.Close(); err != nil && !isTemporary(err) {
		return &OutputError{o.name, err}
	}
	return nil
}

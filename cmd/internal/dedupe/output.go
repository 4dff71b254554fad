package dedupe

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
)

// A summedFile is an output file with its length and checksum, by which a set recognizes it.
// Each write updates both.
type summedFile struct {
	disk.File
	path      string   // absolute, without symbolic links
	key       seen.Key // of path
	continued bool     // it has lines of an earlier run
	size      int64
	sum       uint32 // the CRC-32C of its first size bytes
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (f *summedFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	f.size += int64(n)
	f.sum = crc32.Update(f.sum, castagnoli, p[:n])
	return n, err
}

// Truncate cuts off a line that will not be finished, and reads the file again, which is
// slow but rare.
func (f *summedFile) Truncate(size int64) error {
	if err := f.File.Truncate(size); err != nil {
		return err
	}
	return f.read(size)
}

// read computes the sum of the first size bytes, and seeks to their end.
func (f *summedFile) read(size int64) error {
	sum := crc32.New(castagnoli)
	if n, err := io.Copy(sum, io.NewSectionReader(f.File, 0, size)); n < size {
		return errors.Join(err, io.ErrUnexpectedEOF)
	}
	f.size, f.sum = size, sum.Sum32()
	_, err := f.Seek(size, io.SeekStart)
	return err
}

// isTracked reports whether the output at path is a regular file or does not exist. Of such
// an output the set keeps the length and the sum.
func isTracked(path string) bool {
	if path == "" || path == "-" {
		return false
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// openOutput opens the output. If the set tracks it, the set is saved with the note that
// lines are being written to it.
func (s *savedSet) openOutput(path string, out io.Writer, in io.Reader, files []string) (*stream.Output, error) {
	if !s.tracks {
		return stream.Create(path, out, in, files)
	}
	return stream.CreateFile(path, os.O_RDWR, in, append(files, s.files()...), func(f disk.File, _ fs.FileInfo) (io.Writer, error) {
		s.out = &summedFile{File: f}
		if err := s.resume(path); err != nil {
			return nil, &stream.OutputError{Name: path, Err: err}
		}
		return s.out, s.begin()
	})
}

// resume seeks to the end of what the set knows of the output, and cuts off what an
// unfinished run wrote after that.
func (s *savedSet) resume(path string) error {
	path, err := filepath.EvalSymlinks(path)
	if err == nil {
		s.out.path, err = filepath.Abs(path)
		s.out.key = seen.Sum(s.seed, []byte(s.out.path))
	}
	if err != nil {
		return err
	}
	size, err := s.out.Seek(0, io.SeekEnd)
	if err == nil && size > 0 {
		err = s.recognize(size)
	}
	if err == nil && size > s.out.size {
		err = s.out.File.Truncate(s.out.size)
	}
	s.out.continued = s.out.size > 0
	return err
}

// recognize checks that an output of size bytes is the one that the set knows. Any other is
// an error: it would lack the lines of earlier runs.
func (s *savedSet) recognize(size int64) error {
	const otherwise = "; restore it, or give a new file to -o"
	name, known := stream.OneLine(s.Seen), s.known
	if size < known.Size || size > known.Size && !known.Open {
		return fmt.Errorf("it has %d bytes, and %s recorded %d"+otherwise, size, name, known.Size)
	}
	if known.Size == 0 && s.out.key != known.File { // an empty prefix proves nothing
		return fmt.Errorf("its %d bytes are not those that %s recorded"+otherwise, size, name)
	}
	if err := s.out.read(known.Size); err != nil {
		return err
	}
	if s.out.sum != known.Sum {
		return fmt.Errorf("its first %d bytes are not those that %s knows"+otherwise, known.Size, name)
	}
	return nil
}

// state syncs the output to disk and returns its description.
func (s *savedSet) state(open bool) (seen.Output, error) {
	if s.out == nil {
		return s.known, nil
	}
	err := s.out.Sync()
	if err == nil && !s.synced {
		err = disk.SyncDir(filepath.Dir(s.out.path))
	}
	if err != nil {
		return s.known, &stream.OutputError{Name: s.out.path, Err: err}
	}
	s.synced = true
	return seen.Output{Open: open, Size: s.out.size, Sum: s.out.sum, File: s.out.key}, nil
}

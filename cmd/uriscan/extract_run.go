package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/uriscan/uriscan/scanner"
)

// sniffed is how much of a file is looked at to tell whether it is binary.
const sniffed = 8 << 10

// An extraction does the command extract.
type extraction struct {
	*extractFlags
	*driver
	finder finder
	found  []byte // what is printed for a piece of text
	diag   []byte
}

// run prints the URIs in files and folders. The error is nil or the exit
// status.
func (x *extractFlags) run(ctx context.Context, std streams, files []string) error {
	if len(files) == 0 {
		files = []string{"-"}
	}
	e := &extraction{extractFlags: x, driver: &driver{std: std}}
	e.finder.anyScheme, e.finder.maxLen = x.anyScheme, x.maxLine
	var err error
	if e.out, err = openOutput(x.output, std.out, std.in, files); err == nil {
		err = e.all(ctx, files)
		if closing := e.out.close(); err == nil {
			err = closing
		}
	}
	if status := e.status(err); status != exitGood {
		return ended(status)
	}
	return nil
}

// all searches what was named, in order.
func (e *extraction) all(ctx context.Context, files []string) error {
	for _, name := range files {
		err := e.named(ctx, name)
		if err = e.survive(err); err != nil {
			return err
		}
	}
	return nil
}

// survive reports the error of an input, which does not concern the others,
// and returns any other error.
func (e *extraction) survive(err error) error {
	if failure, ok := err.(*inputError); ok {
		e.report(failure)
		e.failed = true
		return nil
	}
	return err
}

// named searches one FILE argument.
func (e *extraction) named(ctx context.Context, name string) error {
	if name == "-" {
		return e.file(ctx, name, true)
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return &inputError{name, err}
	case info.IsDir():
		return e.folder(ctx, name)
	}
	return e.file(ctx, name, true)
}

// folder searches the files below a folder. What names it may be a link, which
// the separator makes the system follow.
func (e *extraction) folder(ctx context.Context, root string) error {
	if !os.IsPathSeparator(root[len(root)-1]) {
		root += string(filepath.Separator)
	}
	return filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			// A folder that cannot be read; WalkDir goes on behind it.
			return e.survive(&inputError{name, err})
		case entry.IsDir():
			return ctx.Err()
		case entry.Type()&fs.ModeSymlink != 0:
			e.note(e.verbose, name, "a symbolic link, not followed")
			return nil
		case !entry.Type().IsRegular():
			e.note(e.verbose, name, "neither a file nor a folder, skipped")
			return nil
		}
		return e.survive(e.file(ctx, name, false))
	})
}

// note tells on standard error what was left out, and why.
func (e *extraction) note(wanted bool, name, text string) {
	if wanted && !e.quiet {
		fmt.Fprintf(e.std.err, "uriscan: %s: %s\n", name, text)
	}
}

// file searches one file.
func (e *extraction) file(ctx context.Context, name string, named bool) error {
	f, err := openInput(name, e.std.in, e.out.Writer, e.std.err)
	if failure, ok := err.(*inputError); ok && failure.err == errOverlap && !named {
		// It was not asked for: uriscan extract . >links.txt
		e.note(e.verbose, name, "the output, skipped")
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	r := newInterruptible(ctx, f)
	defer r.close()
	e.finder.reset()
	for first := true; !e.finder.ended; first = false {
		broken := e.finder.fill(r)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if first && name != "-" && !e.binary && isBinary(e.finder.buf) {
			e.note(named || e.verbose, name, "a binary file, skipped")
			return nil
		}
		if err := e.search(name); err != nil {
			return err
		}
		if broken != nil {
			return &inputError{name, broken}
		}
	}
	return nil
}

// isBinary tells whether a file that begins like this is no text.
func isBinary(start []byte) bool { return bytes.IndexByte(start[:min(len(start), sniffed)], 0) >= 0 }

// search prints what the finder finds in the text so far.
func (e *extraction) search(name string) error {
	e.found, e.diag = e.found[:0], e.diag[:0]
	for {
		at, ok := e.finder.next()
		if !ok {
			break
		}
		if at.tooLong {
			e.diag = e.appendPosition(e.diag, name, at.start)
			e.diag = append(append(e.diag, scanner.TooLong.String()...), '\n')
			continue
		}
		if e.withPosition {
			e.found = e.appendPosition(e.found, name, at.start)
		}
		e.found = append(append(e.found, e.finder.buf[at.start:at.end]...), '\n')
	}
	e.finder.forget()
	if err := e.write(e.found); err != nil {
		return err
	}
	return e.diagnoseTooLong()
}

// appendPosition appends FILE:LINE:BYTE: and a blank.
func (e *extraction) appendPosition(dst []byte, name string, i int) []byte {
	line, column := e.finder.position(i)
	dst = append(append(dst, name...), ':')
	dst = append(strconv.AppendInt(dst, line, 10), ':')
	return append(strconv.AppendInt(dst, column, 10), ": "...)
}

// diagnoseTooLong writes the diagnostics. Once nobody reads them the command
// goes on without.
func (e *extraction) diagnoseTooLong() error {
	if len(e.diag) == 0 || e.quiet || e.mute {
		return nil
	}
	_, err := e.std.err.Write(e.diag)
	if err != nil && isClosedPipe(err) {
		e.mute = true
		return nil
	}
	if err != nil {
		return &outputError{"standard error", err}
	}
	return nil
}

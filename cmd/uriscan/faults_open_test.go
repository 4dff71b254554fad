package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"
)

// What cannot be opened or looked at is an error, and touches nothing.
func TestEveryOpenFails(t *testing.T) {
	const old = "what was there before\n"
	const bad = "in:2:2: bad-path\nother:2:2: bad-path\n"
	args := []string{"normalize", "-o", "out", "in", "other"}
	const all = "http://a/\nhttp://a/\n"
	tests := []struct {
		name string
		fault
		out  string
		want outcome
	}{
		{"nothing", fault{}, all, outcome{exitBad, "", bad}},
		{"an input", fault{call: "open", on: "in", err: syscall.EMFILE}, all[:10], outcome{exitIO, "", "uriscan: in: " + syscall.EMFILE.Error() + "\n" + bad[17:]}},
		{"the last input", fault{call: "open", on: "other", err: syscall.EMFILE}, all[:10], outcome{exitIO, "", bad[:17] + "uriscan: other: " + syscall.EMFILE.Error() + "\n"}},
		{"the output", fault{call: "open", on: "out", err: syscall.EMFILE}, old, outcome{exitIO, "", "uriscan: out: " + syscall.EMFILE.Error() + "\n"}},
		{"the output, looked at", fault{call: "fstat", on: "out", err: syscall.EIO}, old, outcome{exitIO, "", "uriscan: out: input/output error\n"}},
		{"the output, emptied", fault{call: "ftruncate", on: "out", err: syscall.EIO}, old, outcome{exitIO, "", "uriscan: out: input/output error\n"}},
		{"the output, closed", fault{call: "close", on: "out", err: syscall.EDQUOT}, all, outcome{exitIO, "", bad + "uriscan: out: " + syscall.EDQUOT.Error() + "\n"}},
		{"the output, closed while a signal came", fault{call: "close", on: "out", err: syscall.EINTR}, all, outcome{exitBad, "", bad}},
		{"an input, looked at", fault{call: "fstat", on: "in", err: syscall.EIO}, all[:10], outcome{exitIO, "", "uriscan: in: input/output error\n" + bad[17:]}},
		{"an input, closed", fault{call: "close", on: "in", err: syscall.EIO}, all, outcome{exitBad, "", bad}},
	}
	t.Chdir(t.TempDir())
	write(t, "in", "http://A\nb c\n")
	write(t, "other", "http://A\nb c\n")
	before := runtime.NumGoroutine()
	for i := range tests {
		tt := &tests[i]
		write(t, "out", old)
		restore := inject(&tt.fault, 1<<20)
		got := runWith("", args...)
		restore()
		if out := contents("out"); got != tt.want || out != tt.out {
			t.Errorf("%s: %s fails: %+v and %q in out, want %+v and %q", tt.name, tt.call, got, out, tt.want, tt.out)
		}
	}
	expectNothingLeft(t, before)
}

// A long line that is passed on in pieces, and breaks off, is no line of a file.
func TestLongLineBrokenOffInFile(t *testing.T) {
	t.Chdir(t.TempDir())
	in := "first\nlonger than the limit"
	write(t, "next", "next\n")
	broken := io.MultiReader(strings.NewReader(in), iotest.ErrReader(errors.New("cable cut")))
	want := outcome{exitIO, "", "-:2:7: too-long\nuriscan: standard input: cable cut after 27 bytes\n"}
	got := runOn(broken, "parse", "--format", "[{path}]", "--on-error", "keep", "--max-line", "6", "--block-size", "2", "-o", "out", "-", "next")
	if out := contents("out"); got != want || out != "[first]\n[next]\n" {
		t.Errorf("parse = %+v and %q in out, want %+v and the lines of both", got, out, want)
	}
}

// However much of them a file takes, it ends with a whole line, also of those that
// are written in pieces and of CSV.
func TestFullAfterEveryByte(t *testing.T) {
	t.Chdir(t.TempDir())
	few := 1 + rarely(1)/2 // of the bytes, one in three
	write(t, "in", "http://a/b\nlonger than the limit of it\n\"HTTP:\",\"y\nz\"\n\nlast\n")
	for i, command := range []string{
		"normalize --on-error keep --max-line 12 --quiet --block-size 4",
		"normalize --on-error keep --max-line 12 --quiet --block-size 64",
		"normalize --on-error keep --csv --field 1 --quiet --block-size 64",
		"parse --append --csv --field 1 --on-error keep --quiet --block-size 4",
		"dedupe --on-error keep --max-line 12 --quiet --block-size 4",
		"dedupe --count --on-error keep --max-line 12 --quiet --block-size 4",
		"dedupe --on-error keep --csv --field 1 --quiet --block-size 64",
	} {
		args := append(strings.Fields(command), "-o", "out")
		runOnFile(args...)
		want := contents("out")
		if strings.Count(want, "\n") < 5 {
			t.Fatalf("run(%q) writes %q, want all lines", args, want)
		}
		for room := i % few; room < len(want); room += few {
			d := &smallDisk{room: room}
			restore := d.mount()
			got := runOnFile(args...)
			restore()
			out, says := contents("out"), "uriscan: out: no space left on device"
			if out != "" {
				says += fmt.Sprintf(" after %d bytes\n", len(out))
			}
			if !isFailure(nil, got, outcome{}, says) || !isWholePart(args, out, want) {
				t.Errorf("run(%q) with room for %d bytes = %+v and %q, want whole lines of %q and an error", args, room, got, out, want)
			}
		}
	}
}

// So does standard error, with diagnostics and the error at the end.
func TestDiagnosticsFullAfterEveryByte(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in", faultText)
	want := runOnFile("check").err
	for room := 0; room < len(want); room += 2 {
		d := &smallDisk{room: room}
		restore := d.mount()
		f, err := openFile("err", os.O_CREATE|os.O_TRUNC|os.O_WRONLY)
		if err != nil {
			t.Fatal(err)
		}
		status := runBetween(io.Discard, f, "check", "-j", "2", "--block-size", "30")
		f.Close()
		restore()
		if got := contents("err"); status != exitIO || !isWholePart(nil, got, want) {
			t.Errorf("check 2>err with room for %d bytes = %d and %q, want %d and whole lines of %q", room, status, got, exitIO, want)
		}
	}
}

// A file to which somebody adds as fast as it is read is read to where it ended
// when its former end was reached, and no further than to a whole line.
func TestFileGrowsForever(t *testing.T) {
	t.Chdir(t.TempDir())
	const line = "http://h/a\n"
	open := openFile
	defer func() { openFile = open }()
	openFile = func(name string, flag int) (file, error) {
		f, err := open(name, flag)
		if err != nil {
			return nil, err
		}
		return &growing{f, name, 0}, nil
	}
	for _, args := range [][]string{
		{"normalize", "in"},
		{"normalize", "--block-size", "7", "-j", "1", "in"},
		{"normalize", "--csv", "--field", "1", "in"},
		{"extract", "--block-size", "5", "in"},
		{"extract", "in"},
	} {
		write(t, "in", strings.Repeat(line, 5))
		got := runWith("", args...)
		n := strings.Count(got.out, line)
		if n < 5 || n > mostReads/2 || got != (outcome{exitGood, strings.Repeat(line, n), ""}) {
			t.Errorf("run(%q) of a file that grows = %+v, want at least the first 5 lines, and an end", args, got)
		}
	}
}

// Whoever added a part of a line to a file adds the rest soon: the part is none.
func TestFileGrowsByParts(t *testing.T) {
	t.Chdir(t.TempDir())
	open := openFile
	defer func() { openFile = open }()
	openFile = func(name string, flag int) (file, error) {
		f, err := open(name, flag)
		return &growingOnce{growing{f, name, 0}}, err
	}
	for _, args := range [][]string{{"normalize", "in"}, {"normalize", "--csv", "--field", "1", "in"}, {"extract", "in"}} {
		write(t, "in", "http://h/a\n")
		want := outcome{exitGood, "http://h/a\n", ""}
		began := time.Now()
		if got := runWith("", args...); got != want || time.Since(began) < settling {
			t.Errorf("run(%q) of a file that grows by parts of lines = %+v in %v, want %+v and some time", args, got, time.Since(began), want)
		}
	}
}

// A growingOnce file grows before its first read, and when its end was read.
type growingOnce struct{ growing }

func (g *growingOnce) Read(p []byte) (n int, err error) {
	if g.reads == 0 {
		return g.growing.Read(p)
	}
	if n, err = g.file.Read(p); err == io.EOF {
		g.growing.Read(nil)
	}
	return n, err
}

// A growing file gets most of a line more at each read, up to mostReads.
type growing struct {
	file
	name  string
	reads int
}

const mostReads = 2000

func (g *growing) Read(p []byte) (int, error) {
	if g.reads++; g.reads > mostReads {
		return g.file.Read(p)
	}
	f, err := os.OpenFile(g.name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	const line = "http://h/a\n"
	at := int(info.Size()) % len(line)
	if _, err := f.WriteString((line + line)[at : at+8]); err != nil {
		return 0, err
	}
	return g.file.Read(p)
}

// A smallDisk has room for so many bytes.
type smallDisk struct{ room int }

// mount puts all files on d until restore is called.
func (d *smallDisk) mount() (restore func()) {
	open := openFile
	openFile = func(name string, flag int) (file, error) {
		f, err := open(name, flag)
		return &fileOnDisk{f, d}, err
	}
	return func() { openFile = open }
}

type fileOnDisk struct {
	file
	*smallDisk
}

func (f *fileOnDisk) Write(p []byte) (int, error) {
	if len(p) <= f.room {
		f.room -= len(p)
		return f.file.Write(p)
	}
	n, err := f.file.Write(p[:f.room])
	f.room = 0
	return n, errors.Join(err, syscall.ENOSPC)
}

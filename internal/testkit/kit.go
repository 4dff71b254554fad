package testkit

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Must ends a test that cannot go on.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// IfMeant ends a test that compares with what is written down: if it failed, it says how to write that anew.
func IfMeant(t testing.TB, how string) {
	t.Helper()
	if t.Failed() {
		t.Logf("after a change that is meant: %s", how)
	}
}

// Recovered returns what f panics with, or nil if it returns.
func Recovered(f func()) (got any) {
	defer func() { got = recover() }()
	f()
	return nil
}

// Write makes a file in the current folder.
func Write(t *testing.T, name, text string) {
	t.Helper()
	Must(t, os.WriteFile(name, []byte(text), 0o666))
}

// Open opens a file until the test is over.
func Open(t *testing.T, name string, flag int) *os.File {
	t.Helper()
	f, err := os.OpenFile(name, flag, 0o666)
	Must(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

// A ReaderFunc is a reader.
type ReaderFunc func(p []byte) (int, error)

type WriterFunc func(p []byte) (int, error)

func (f ReaderFunc) Read(p []byte) (int, error) { return f(p) }

func (f WriterFunc) Write(p []byte) (int, error) { return f(p) }

// An Endless reader gives a text over and over.
type Endless struct{ Text, rest []byte }

func (r *Endless) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		r.rest = r.Text
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// WriteAll makes files, and the folders they are in.
func WriteAll(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		Must(t, os.MkdirAll(filepath.Dir(name), 0o777))
		Write(t, name, text)
	}
}

// Read returns the contents of a file, or "" if it does not exist.
func Read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(b)
}

// Mixed returns n of the pieces at random, one after the other.
func Mixed(random *rand.Rand, n int, pieces ...string) string {
	var text strings.Builder
	for range n {
		text.WriteString(pieces[random.IntN(len(pieces))])
	}
	return text.String()
}

// EveryByte are the 256 texts of one byte.
func EveryByte() (all []string) {
	for c := range 256 {
		all = append(all, string([]byte{byte(c)}))
	}
	return all
}

// OddTexts are every byte, and some characters of several bytes.
func OddTexts() []string {
	return append(EveryByte(), "é", "\u0085", "\u2028", "\U0001F600", "\r\n", `\"`, `",`, `""`, "\xed\xa0\x80")
}

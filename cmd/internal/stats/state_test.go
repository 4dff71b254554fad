package stats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

// stateOf returns the state of a few lines.
func stateOf(t *testing.T, lines ...string) *state {
	t.Helper()
	c := newTestCounter()
	for _, line := range lines {
		ref, err := scanner.Parse(line)
		testkit.Must(t, err)
		c.count(nil, []byte(line), ref, new(column.Cell))
	}
	c.all.idle <- c
	return c.all.sum().state([]string{"in"}, counted{})
}

// The sum is that of all workers, however many have counted.
func TestSumIsOfAll(t *testing.T) {
	c := newTestCounter()
	ref, err := scanner.Parse("//h")
	testkit.Must(t, err)
	for range pipeline.MaxWorkers {
		one := c.all.newCounter()
		one.count(nil, []byte("//h"), ref, new(column.Cell))
		c.all.idle <- one
	}
	if sum := c.all.sum(); sum.valid != pipeline.MaxWorkers {
		t.Errorf("%d workers have counted a line each, and the sum is %d", pipeline.MaxWorkers, sum.valid)
	}
}

func TestState(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Must(t, stateOf(t, "x.A", "x.Z", "x.a", "x.@").write("one"))
	if text := testkit.Read(t, "one"); !strings.Contains(text, `"counts":{"@":1,"a":2,"z":1}`) {
		t.Errorf("extensions are counted as %s", text)
	}
	one := stateOf(t, "http://a/%7e?x=1", "b")
	testkit.Must(t, one.write("one"))
	good := testkit.Read(t, "one")
	closed := func(text string) string {
		return fmt.Sprintf("%s%08x\n", text, crc32.Checksum([]byte(text), castagnoli))
	}
	for i := range good {
		want := ErrDamaged
		switch {
		case i < magicFamily:
			want = ErrForeign
		case i < len(Magic):
			want = ErrVersion
		}
		if _, err := parseState([]byte(good[:i] + string(good[i]^1) + good[i+1:])); err != want {
			t.Errorf("byte %d changed: %v, want %v", i, err, want)
		}
		if i < len(Magic) {
			want = ErrForeign
		}
		if _, err := parseState([]byte(good[:i])); err != want && (want != ErrForeign || err != ErrDamaged) {
			t.Errorf("cut at %d: %v, want %v", i, err, want)
		}
	}
	for text, want := range map[string]error{
		good + good: ErrDamaged, good + "\n": ErrDamaged, closed(Magic + "{}\n"): ErrVersion, closed(Magic + "[]\n"): ErrDamaged, closed(Magic): ErrDamaged, "": ErrForeign,
		closed(strings.Replace(good[:len(good)-sumSize], `"values":[{"long":0,"counts":{"http":1}}`, `"values":[null`, 1)): ErrVersion,
	} {
		if _, err := parseState([]byte(text)); err != want {
			t.Errorf("parseState(%.80q) = %v, want %v", text, err, want)
		}
	}
	body := good[len(Magic) : len(good)-sumSize]
	for _, list := range []string{"forms", "host_kinds", "rungs", "lengths", "values"} {
		var fields map[string]json.RawMessage
		testkit.Must(t, json.Unmarshal([]byte(body), &fields))
		var all []json.RawMessage
		testkit.Must(t, json.Unmarshal(fields[list], &all))
		others := [][]json.RawMessage{all[1:], append(all[:1:1], all...)}
		if list == "lengths" || list == "values" {
			others = append(others, append(all[:len(all)-1:len(all)-1], json.RawMessage("null")))
		}
		for _, other := range append(others, all) {
			changed, err := json.Marshal(other)
			testkit.Must(t, err)
			fields[list] = changed
			text, err := json.Marshal(fields)
			testkit.Must(t, err)
			want := ErrVersion
			if len(other) == len(all) && bytes.Equal(other[len(other)-1], all[len(all)-1]) {
				want = nil
			}
			if _, err := parseState([]byte(closed(Magic + string(text)))); err != want {
				t.Errorf("%s of %.60s are %v, want %v", list, changed, err, want)
			}
		}
	}
	testkit.Write(t, "text", "http://h/\n")
	for name, want := range map[string]error{"none": fs.ErrNotExist, "text": ErrForeign} {
		if _, err := new(Options).Merge([]string{"one", name}); !errors.Is(err, want) || !errors.As(err, new(*stream.InputError)) {
			t.Errorf("Merge with %s = %v, want %v", name, err, want)
		}
	}
	one.Counted.Paths = true
	testkit.Must(t, one.write("other"))
	if _, err := new(Options).Merge([]string{"one", "other"}); !errors.Is(err, errOther) {
		t.Errorf("Merge of states of other counts = %v", err)
	}
}

// Whichever operation fails, the state is the old one or the new one, and nothing stays open.
func TestStateFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	older, newer := stateOf(t, "a"), stateOf(t, "a", "b")
	testkit.Must(t, newer.write("s"))
	want := testkit.Read(t, "s")
	for at := 0; ; at++ {
		testkit.Must(t, older.write("s"))
		before := testkit.Read(t, "s")
		system := &faults.System{System: disk.Current, At: at, Err: syscall.ENOSPC}
		disk.Current = system
		err := newer.write("s")
		disk.Current = system.System
		if system.Done <= at {
			break
		}
		got := testkit.Read(t, "s")
		if got != want && (err == nil || got != before) || err != nil && !errors.Is(err, syscall.ENOSPC) || system.Unclosed != 0 {
			t.Errorf("operation %d fails: %v, the state is %.60q, %d files stay open", at, err, got, system.Unclosed)
		}
	}
	testkit.Must(t, newer.write("s"))
	for at := 0; ; at++ {
		system := &faults.System{System: disk.Current, At: at, Err: syscall.EIO}
		disk.Current = system
		_, err := readState("s")
		disk.Current = system.System
		if system.Done <= at {
			break
		}
		if err == nil && !system.Harmless || system.Unclosed != 0 {
			t.Errorf("operation %d of reading fails: %v, %d files stay open", at, err, system.Unclosed)
		}
	}
}

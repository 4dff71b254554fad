package main

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

// The committed tables are what the grammar says today.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	for path, want := range files(abnf.RFC3986(), automaton()) {
		got, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is not what %s writes", path, command)
		}
	}
}

var automaton = sync.OnceValue(func() *dfa { return compile(abnf.RFC3986()) })

// A state is one byte, a class fits a row, and every state but Dead is live.
func TestAutomaton(t *testing.T) {
	d := automaton()
	if n := len(d.next); n > 256 {
		t.Errorf("the automaton has %d states, want at most 256", n)
	}
	if n := len(d.members); n > 32 {
		t.Errorf("the automaton has %d classes, want at most 32", n)
	}
	live := reachesAcceptance(d)
	for s := range d.next {
		if live[s] != (s != 0) {
			t.Errorf("state %d (%q) reaches acceptance: %v, want %v", s, d.example[s], live[s], s != 0)
		}
	}
	for _, rule := range startRules {
		if d.start[rule] == 0 {
			t.Errorf("%s starts dead", rule)
		}
	}
}

func reachesAcceptance(d *dfa) []bool {
	live := make([]bool, len(d.next))
	for changed := true; changed; {
		changed = false
		for s, row := range d.next {
			reaches := d.label[s].accept
			for _, t := range row {
				reaches = reaches || live[t]
			}
			if reaches && !live[s] {
				live[s], changed = true, true
			}
		}
	}
	return live
}

// No two states and no two classes can be merged: doing it again finds nothing.
func TestMinimal(t *testing.T) {
	d := automaton()
	if again := minimize(d); len(again.next) != len(d.next) || len(again.members) != len(d.members) {
		t.Errorf("minimize(minimize(d)) has %d states by %d classes, want %d by %d",
			len(again.next), len(again.members), len(d.next), len(d.members))
	}
}

// Every rule that can be broken belongs to some state.
func TestEveryFaultHasAState(t *testing.T) {
	d := automaton()
	seen := map[string]bool{}
	for _, l := range d.label {
		seen[l.fault] = true
	}
	for _, fault := range []string{
		"BadScheme", "BadUserinfo", "BadHost", "BadIPv6", "BadIPvFuture", "BadPort", "BadPath", "BadQuery", "BadFragment", "BadPercent",
	} {
		if !seen[fault] {
			t.Errorf("no state faults with %s", fault)
		}
	}
}

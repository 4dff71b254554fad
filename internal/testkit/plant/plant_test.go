package main

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

const goSource = `package p

func f(a, b int) bool {
	if a < b+1 && !g() {
		return true
	}
	return min(a, b) == '%'
}
`

func TestGoMutants(t *testing.T) {
	all, err := goMutants("f.go", []byte(goSource))
	testkit.Must(t, err)
	var got []string
	for _, m := range all {
		got = append(got, m.from+" "+m.to)
		if src := string(m.apply([]byte(goSource))); len(src) != len(goSource)+len(m.to)-len(m.from) || src == goSource {
			t.Errorf("%s: applied is %q", &m, src)
		}
	}
	want := []string{"< <=", "+ -", "1 2", "1 0", "&& ||", "! ", "true false", "min max", "== !=", "'%' '&'"}
	if !slices.Equal(got, want) {
		t.Errorf("goMutants = %q, want %q", got, want)
	}
}

const asmSource = `#include "textflag.h"

DATA x<>+0(SB)/8, $0x01
TEXT ·f256(SB), NOSPLIT, $0-8
	MOVQ $0x40, AX
	CMPQ AX, $64
	JBE  done
	VPAND Y0, Y1, Y2
done:
	VZEROUPPER
	RET

TEXT ·f512(SB), NOSPLIT, $0-8
	INCQ AX
	RET
`

func TestAsmMutants(t *testing.T) {
	all := asmMutants("f.s", []byte(asmSource), func(function string) bool { return function == "f256" })
	var got []string
	for _, m := range all {
		got = append(got, m.from+" -> "+m.to)
	}
	want := []string{
		"MOVQ $0x40, AX -> MOVQ $65, AX", "MOVQ $0x40, AX -> NOP",
		"CMPQ AX, $64 -> CMPQ AX, $65", "CMPQ AX, $64 -> NOP",
		"JBE done -> JCS done",
		"VPAND Y0, Y1, Y2 -> VPOR Y0, Y1, Y2", "VPAND Y0, Y1, Y2 -> NOP",
	}
	if !slices.Equal(got, want) {
		t.Errorf("asmMutants = %q, want %q", got, want)
	}
}

// The identity of a mutant does not depend on what is before its function.
func TestIdentity(t *testing.T) {
	first, err := goMutants("f.go", []byte(goSource))
	testkit.Must(t, err)
	later, err := goMutants("f.go", []byte(strings.Replace(goSource, "func f", "func before() int { return 1 + 1 }\n\nfunc f", 1)))
	testkit.Must(t, err)
	ids := func(all []mutant) (list []string) {
		for _, m := range all {
			if m.function == "f" {
				list = append(list, m.id)
			}
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	if a, b := ids(first), ids(later); len(a) != len(first) || !slices.Equal(a, b) {
		t.Errorf("identities %q, and %q after another function", a, b)
	}
}

func TestJudge(t *testing.T) {
	fails := errors.New("exit status 1")
	for _, c := range []struct {
		name, output string
		err          error
		verdict      string
		remark       string
	}{
		{"passes", "ok\n", nil, "survived", ""},
		{"a test", "=== x\n--- FAIL: TestX (0.1s)\n", fails, "caught", "TestX"},
		{"a hang", "panic: test timed out after 1s\n", fails, "caught", "test timed out"},
		{"a crash", "SIGILL: illegal instruction\n", fails, "caught", "SIGILL: illegal instruction"},
		{"no build", "# p\nFAIL p [build failed]\n", fails, "", ""},
	} {
		if verdict, remark := judge(c.output, c.err); verdict != c.verdict || remark != c.remark {
			t.Errorf("%s: judge = %q, %q, want %q, %q", c.name, verdict, remark, c.verdict, c.remark)
		}
	}
}

// A run that was stopped goes on where it was, and survivors are tried again.
func TestRun(t *testing.T) {
	all, err := goMutants("f.go", []byte(goSource))
	testkit.Must(t, err)
	sample(all, 1)
	name := filepath.Join(t.TempDir(), "record.tsv")
	weak := true
	test := func(m *mutant) (string, error) {
		switch {
		case m == nil || weak && m.from == "'%'":
			return "ok\n", nil
		case m.from == "true":
			return "FAIL p [build failed]\n", errors.New("exit status 1")
		}
		return "--- FAIL: TestF (0s)\n", errors.New("exit status 1")
	}
	for _, step := range []struct {
		n     int
		again bool
		want  string
	}{
		{4, false, "4 mutants: "},
		{100, false, "9 mutants: 8 caught, 0 equivalent, 1 survived"},
		{100, true, "9 mutants: 9 caught, 0 equivalent, 0 survived"},
	} {
		r, err := openRecord(name)
		testkit.Must(t, err)
		weak = !step.again
		testkit.Must(t, run(all, step.n, step.again, r, test))
		if got := r.String(); !strings.HasPrefix(got, step.want) {
			t.Errorf("the record holds %s, want %s", got, step.want)
		}
	}
	broken := func(*mutant) (string, error) { return "", errors.New("exit status 1") }
	if run(all, 1, false, new(record), broken) == nil {
		t.Error("tests that fail without a bug judge mutants")
	}
}

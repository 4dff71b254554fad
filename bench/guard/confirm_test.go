package main

import (
	"strings"
	"testing"
)

// TestConfirmed keeps what fails twice.
func TestConfirmed(t *testing.T) {
	timed := &row{seconds: [2][]float64{{1}, {1}}}
	for _, test := range []struct {
		name         string
		first, again fault
		rerun        *row
		want         fault
	}{
		{"slower twice", slower, slower, timed, slower},
		{"slower once", slower, 0, timed, 0},
		{"one of two", slower | allocates, allocates, timed, allocates},
		{"another", slower, allocates, timed, 0},
		{"missing stays", missing | allocates, 0, timed, missing},
		{"rerun that ran nothing", slower, 0, &row{}, slower},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := &verdict{row: timed, fault: test.first}
			v.confirmed(&verdict{row: test.rerun, fault: test.again})
			if v.fault != test.want {
				t.Errorf("confirmed(%v) of %v = %v, want %v", test.again, test.first, v.fault, test.want)
			}
		})
	}
}

// TestNotConfirmed says what the rerun took away.
func TestNotConfirmed(t *testing.T) {
	rows, err := readResults([2]string{results(t, "", bench{"A", 0, around(100)}), results(t, "", bench{"A", 0, around(110)})})
	if err != nil {
		t.Fatal(err)
	}
	r := &report{rules: &rules{alpha: 0.05, threshold: 5}}
	if err := r.judge(rows); err != nil {
		t.Fatal(err)
	}
	rows, err = readResults([2]string{results(t, "", bench{"A", 0, around(100)}), results(t, "", bench{"A", 0, around(100)})})
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.rules.judge(rows, r.level)
	if err != nil {
		t.Fatal(err)
	}
	r.verdicts[0].confirmed(again[0])
	var b strings.Builder
	if err := r.print(&b); err != nil {
		t.Fatal(err)
	}
	want := "not confirmed: A-2: +10.00% (p=1.1e-05 n=10) 0 to 0 allocs/op, then ~ (p=1 n=10) 0 to 0 allocs/op\n"
	if !strings.Contains(b.String(), want) || r.count(slower) != 0 {
		t.Errorf("print() = %s, want %q in it", b.String(), want)
	}
}

func TestExactly(t *testing.T) {
	for _, test := range []struct {
		name  string
		names []string
		procs int
		want  string
	}{
		{"function", []string{"A-2"}, 2, "^BenchmarkA$"},
		{"one processor has no suffix", []string{"A/n-1"}, 1, "^BenchmarkA$/^n-1$"},
		{"only the suffix goes", []string{"A/n-2-2"}, 2, "^BenchmarkA$/^n-2$"},
		{"several", []string{"A/b=c-2", "D-2"}, 2, "^BenchmarkA$/^b=c$|^BenchmarkD$"},
		{"what regexps know", []string{"A/a|b.c-2"}, 2, `^BenchmarkA$/^a\|b\.c$`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := exactly(test.names, test.procs); got != test.want {
				t.Errorf("exactly(%q, %d) = %q, want %q", test.names, test.procs, got, test.want)
			}
		})
	}
}

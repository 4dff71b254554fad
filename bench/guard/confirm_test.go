package main

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// TestConfirmed keeps what fails twice, and what seems to be slower and is.
func TestConfirmed(t *testing.T) {
	for _, test := range []struct {
		name         string
		first, again fault
		rerun        bool
		want         fault
		acquitted    bool
	}{
		{"slower twice", slower, slower, true, slower, false},
		{"slower once", slower, 0, true, 0, true},
		{"one of two", slower | allocates, allocates, true, allocates, false},
		{"another", slower, allocates, true, 0, true},
		{"missing stays", missing | allocates, 0, true, missing, true},
		{"rerun that ran nothing", slower, 0, false, slower, false},
		{"seemed so and is", 0, slower, true, slower, false},
		{"seemed so and is not", 0, 0, true, 0, false},
		{"seemed so and allocates", 0, allocates, true, 0, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := &verdict{fault: test.first}
			if test.rerun {
				v.again = &verdict{fault: test.again}
			}
			v.confirmed()
			if v.fault != test.want || v.acquitted != test.acquitted {
				t.Errorf("confirmed(%v) of %v = %v, acquitted %v, want %v, %v", test.again, test.first, v.fault, v.acquitted, test.want, test.acquitted)
			}
		})
	}
}

// judged is a report of one benchmark.
func judged(t *testing.T, base, head []float64) *report {
	t.Helper()
	r := &report{rules: &rules{alpha: 0.05, threshold: 5}}
	if err := r.judge(rowsOf(t, base, head)); err != nil {
		t.Fatal(err)
	}
	return r
}

func rowsOf(t *testing.T, base, head []float64) []*row {
	t.Helper()
	rows, err := readResults([2]string{results(t, "", bench{"A", 0, base}), results(t, "", bench{"A", 0, head})})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// disturbed gives n counts of which every fourth is that of a machine at rest, the
// others up to three times as long.
func disturbed(n int, ns float64) []float64 {
	counts := make([]float64, n)
	for i := range counts {
		counts[i] = ns * (1 + float64(i%4*(7+i*5%11))/15 + float64(i)/1000)
	}
	return counts
}

// TestRejudge judges a rerun by the medians and by the fastest counts.
func TestRejudge(t *testing.T) {
	for _, test := range []struct {
		name                 string
		base, head           []float64
		againBase, againHead []float64
		suspects             int
		want                 fault
		says                 string
	}{
		{"not slower", around(100), around(100), nil, nil, 0, 0, ""},
		{"slower, and again", around(100), around(110), around(100), around(110), 1, slower,
			"SLOWER: A-2 +10.00% (p=1.1e-05 n=10), limit 5%, again +10.00% (p=1.1e-05 n=10), limit 5%, the fastest by 10.00% (p=5.4e-06)\n"},
		{"slower, and not again", around(100), around(110), around(100), around(100), 1, 0,
			"not confirmed: A-2: +10.00% (p=1.1e-05 n=10) 0 to 0 allocs/op, then ~ (p=1 n=10) 0 to 0 allocs/op\n"},
		{"slower by the fastest alone", disturbed(10, 100), disturbed(10, 120), disturbed(40, 100), disturbed(40, 120), 1, slower,
			"SLOWER: A-2 ~ (p=0.22 n=10), limit 5%, again ~ (p=0.067 n=40), limit 5%, the fastest by 20.00% (p=0.00051)\n"},
		{"within the limit by the fastest", disturbed(10, 100), disturbed(10, 104), nil, nil, 0, 0, ""},
		{"the same in the rerun", disturbed(10, 100), disturbed(10, 120), disturbed(40, 100), disturbed(40, 100), 1, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := judged(t, test.base, test.head)
			suspects := r.suspects()
			if len(suspects) != test.suspects {
				t.Fatalf("suspects() are %d, want %d", len(suspects), test.suspects)
			}
			if test.againBase != nil {
				r.rejudge(suspects, rowsOf(t, test.againBase, test.againHead))
				suspects[0].confirmed()
			}
			var b strings.Builder
			if err := r.print(&b); err != nil {
				t.Fatal(err)
			}
			if got := r.verdicts[0].fault; got != test.want || !strings.Contains(b.String(), test.says) {
				t.Errorf("rejudge() finds %v and says\n%s, want %v and %q", got, b.String(), test.want, test.says)
			}
		})
	}
}

// TestSettled reruns what may still fail.
func TestSettled(t *testing.T) {
	for _, test := range []struct {
		name       string
		first      fault
		base, head []float64
		n          int
		want       bool
	}{
		{"seemed so, and no longer", 0, around(100), around(104), 1, true},
		{"seems so by both", 0, around(100), around(110), 1, false},
		{"seems so by the fastest", 0, disturbed(10, 100), slices.Concat(disturbed(10, 110)[:1], make10(111)), 1, false},
		{"seems so by the median", 0, around(100), slices.Concat([]float64{100}, make10(110)), 1, false},
		{"failed, and does not again", slower, around(100), around(100), 1, false},
		{"nor a second time", slower, around(100), around(100), 2, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := &verdict{fault: test.first}
			if v.again = (&rules{threshold: 5}).judgeAgain(rowsOf(t, test.base, test.head)[0], 0.01); v.settled(test.n) != test.want {
				t.Errorf("settled(%d) = %v, want %v", test.n, !test.want, test.want)
			}
		})
	}
	if v := (&verdict{fault: slower}); !v.settled(1) {
		t.Error("settled(1) of what ran no more = false, want true")
	}
}

// TestOutrun holds the formula to a count of all orders of the two samples.
func TestOutrun(t *testing.T) {
	for _, test := range []struct{ base, head string }{{"01", "23"}, {"02", "13"}, {"12", "03"}, {"0123", "45"}, {"014", "235"}, {"01", "2345"}} {
		v := &verdict{row: &row{seconds: [2][]float64{digits(test.base), digits(test.head)}}}
		n, all := len(test.base), len(test.base)+len(test.head)
		below := strings.IndexByte(order(test.base, all), 'h') // of the base, before the first of the head
		orders, as := 0, 0
		for set := range 1 << all {
			if bits.OnesCount(uint(set)) != n {
				continue
			}
			orders++
			if bits.TrailingZeros(^uint(set)) >= below {
				as++
			}
		}
		if got, want := v.outrun(), float64(as)/float64(orders); math.Abs(got-want) > 1e-12 {
			t.Errorf("outrun() of %s and %s = %v, want %v", test.base, test.head, got, want)
		}
	}
}

// order tells of each of the digits below all which side has it.
func order(base string, all int) string {
	sides := []byte(strings.Repeat("h", all))
	for _, c := range base {
		sides[c-'0'] = 'b'
	}
	return string(sides)
}

func digits(s string) (all []float64) {
	for _, c := range s {
		all = append(all, float64(c-'0'))
	}
	return all
}

// TestSuspects takes the worst of those that seem to be slower, and all that failed.
func TestSuspects(t *testing.T) {
	r := &report{}
	for i := range 40 {
		v := &verdict{row: &row{seconds: [2][]float64{{100}, {100 + float64(i)}}}, limit: 5}
		if i == 0 {
			v.fault = allocates
		}
		r.verdicts = append(r.verdicts, v)
	}
	want := []*verdict{r.verdicts[0]}
	for i := range mostSeeming {
		want = append(want, r.verdicts[39-i])
	}
	if got := r.suspects(); !slices.Equal(got, want) {
		t.Errorf("suspects() are %d, want the one that allocates and the %d slowest", len(got), mostSeeming)
	}
}

func TestExactly(t *testing.T) {
	for _, test := range []struct {
		name, benchmark string
		procs           int
		want            string
	}{
		{"function", "A-2", 2, "^BenchmarkA$"},
		{"one processor has no suffix", "A/n-1", 1, "^BenchmarkA$/^n-1$"},
		{"only the suffix goes", "A/n-2-2", 2, "^BenchmarkA$/^n-2$"},
		{"what regexps know", "A/a|b.c-2", 2, `^BenchmarkA$/^a\|b\.c$`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := exactly(test.benchmark, test.procs); got != test.want {
				t.Errorf("exactly(%q, %d) = %q, want %q", test.benchmark, test.procs, got, test.want)
			}
		})
	}
}

package main

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestBarLine(t *testing.T) {
	half := barState{done: 50 << 20, total: 100 << 20, elapsed: 4 * time.Second, rate: 10 << 20, statuses: []string{"3 bad"}}
	pipe := half
	pipe.total = -1
	end := half
	end.done, end.ended = 100<<20, true
	cutOff := half
	cutOff.ended = true
	closed := pipe
	closed.ended = true
	tests := []struct {
		name  string
		state barState
		width int
		want  string
	}{
		{"roomy", half, 100, " 50% [===============>              ]  50.0 MiB of 100.0 MiB  10.0 MiB/s  ETA 5s  3 bad"},
		{"80 columns", half, 79, " 50% [===========>          ]  50.0 MiB of 100.0 MiB  10.0 MiB/s  ETA 5s  3 bad"},
		{"no room for a bar", half, 64, " 50%  50.0 MiB of 100.0 MiB  10.0 MiB/s  ETA 5s  3 bad"},
		{"just enough", half, 54, " 50%  50.0 MiB of 100.0 MiB  10.0 MiB/s  ETA 5s  3 bad"},
		{"amount goes first", half, 53, " 50% [=========>         ]  10.0 MiB/s  ETA 5s  3 bad"},
		{"then the rate", half, 27, " 50%  ETA 5s  3 bad"},
		{"then the rest of the time", half, 17, " 50%  3 bad"},
		{"10 columns", half, 9, " 50%"},
		{"3 columns", half, 3, " 50"},
		{"none", half, 0, ""},
		{"less than none", half, -1, ""},
		{"nothing read", barState{total: 1}, 50, "  0% [>                             ]  0 B of 1 B"},
		{"nothing to read", barState{elapsed: time.Second}, 50, "100% [==============================]  0 B of 0 B"},
		{"almost all", barState{done: 999, total: 1000}, 50, " 99% [=========================>]  999 B of 1000 B"},
		{"unknown total", pipe, 79, "50.0 MiB  4s  10.0 MiB/s  3 bad"},
		{"unknown total, 20 columns", pipe, 19, "50.0 MiB  3 bad"},
		{"unknown total, 10 columns", pipe, 9, "3 bad"},
		{"end", end, 79, "100% [==============================]  100.0 MiB in 4s  25.0 MiB/s  3 bad"},
		{"end before the end", cutOff, 79, " 50% [============>           ]  50.0 MiB of 100.0 MiB in 4s  12.5 MiB/s  3 bad"},
		{"end of a pipe", closed, 79, "50.0 MiB in 4s  12.5 MiB/s  3 bad"},
		{"end in no time", barState{done: 5, total: 5, ended: true}, 30, "100% [============]  5 B in 0s"},
		{"no status", barState{done: 5, total: -1, elapsed: 1500 * time.Millisecond}, 30, "5 B  1.5s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.state.line(tt.width); got != tt.want {
				t.Errorf("line(%d) = %q, want %q", tt.width, got, tt.want)
			}
		})
	}
}

// Whatever there is to show, it fits.
func TestBarLineFits(t *testing.T) {
	for _, done := range []int64{0, 1, 1023, 5 << 30, math.MaxInt64} {
		for _, total := range []int64{-1, done, max(done, 7<<40)} {
			for width := range 120 {
				s := barState{done: done, total: total, elapsed: 5 * time.Hour, rate: 1e9, statuses: []string{"12 bad", "1.5 GiB spilled"}}
				if got := s.line(width); len(got) > width || strings.TrimSpace(got) == "" && width > 3 {
					t.Errorf("line(%d) of %d of %d = %q, want something as long at most", width, done, total, got)
				}
			}
		}
	}
}

func TestBarETA(t *testing.T) {
	known := barState{done: 10, total: 100, elapsed: time.Second, rate: 10}
	with := func(change func(*barState)) barState {
		s := known
		change(&s)
		return s
	}
	tests := []struct {
		name  string
		state barState
		want  time.Duration
		ok    bool
	}{
		{"known", known, 9 * time.Second, true},
		{"less than a second", with(func(s *barState) { s.rate = 1e6 }), time.Second, true},
		{"first second", with(func(s *barState) { s.elapsed-- }), 0, false},
		{"stalled", with(func(s *barState) { s.rate = 0 }), 0, false},
		{"almost stalled", with(func(s *barState) { s.rate = 1e-300 }), 0, false},
		{"100 hours", with(func(s *barState) { s.total, s.rate = 3600*100+10, 1 }), 0, false},
		{"almost 100 hours", with(func(s *barState) { s.total, s.rate = 3600*100+9, 1 }), 359999 * time.Second, true},
		{"all read", with(func(s *barState) { s.done = s.total }), 0, false},
		{"unknown total", with(func(s *barState) { s.total = -1 }), 0, false},
		{"ended", with(func(s *barState) { s.ended = true }), 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, ok := tt.state.eta(); got != tt.want || ok != tt.ok {
				t.Errorf("eta() = %v, %t, want %v, %t", got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestBytesText(t *testing.T) {
	for in, want := range map[float64]string{
		0: "0 B", 1023.9: "1023 B", 1024: "1.0 KiB", 1536: "1.5 KiB", 5 << 20: "5.0 MiB", 3 << 40: "3.0 TiB",
		math.MaxInt64: "8.0 EiB", 1e22: "8673.6 EiB",
	} {
		if got := bytesText(in); got != want {
			t.Errorf("bytesText(%g) = %q, want %q", in, got, want)
		}
	}
}

func TestClock(t *testing.T) {
	for in, want := range map[time.Duration]string{
		0: "0s", 340 * time.Millisecond: "0.3s", 9990 * time.Millisecond: "9.9s", 10500 * time.Millisecond: "10s",
		59 * time.Second: "59s", 61 * time.Second: "1m01s", time.Hour: "1h00m", 100*time.Hour + 61*time.Second: "100h01m",
	} {
		if got := clock(in); got != want {
			t.Errorf("clock(%v) = %q, want %q", in, got, want)
		}
	}
}

// A rate follows what happens, and forgets what happened before.
func TestRate(t *testing.T) {
	var r rate
	r.sample(0, 0)
	if r.value != 0 {
		t.Errorf("at the beginning the rate is %g, want 0", r.value)
	}
	r.sample(time.Second, 100)
	if r.value != 100 {
		t.Errorf("after 100 bytes in the first second the rate is %g, want 100", r.value)
	}
	last := r.value
	for s := time.Duration(2); s <= 30; s++ {
		r.sample(s*time.Second, 100)
		if r.value >= last {
			t.Errorf("without a byte more the rate went from %g to %g", last, r.value)
		}
		last = r.value
	}
	if r.value > 1 {
		t.Errorf("after half a minute without a byte more the rate is %g, want about 0", r.value)
	}
}

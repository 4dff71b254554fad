package main

import (
	"math"
	"strconv"
)

// A scale puts numbers from low to high on pixels from start to end.
type scale struct {
	low, high, start, end float64
	log                   bool
}

func (s scale) at(v float64) float64 {
	low, high := s.low, s.high
	if s.log {
		v, low, high = math.Log(v), math.Log(low), math.Log(high)
	}
	return s.start + (v-low)/(high-low)*(s.end-s.start)
}

// ticks returns round numbers on the scale: powers of ten where it is
// logarithmic, with 2 and 5 times them where it has few; else multiples of one
// that makes at most eight parts.
func (s scale) ticks() (all []float64) {
	if !s.log {
		step := tidy((s.high - s.low) / 8)
		for v := math.Ceil(s.low/step) * step; v <= s.high; v += step {
			all = append(all, v)
		}
		return all
	}
	between := []float64{1, 2, 5}
	if math.Log10(s.high/s.low) > 2.5 {
		between = between[:1]
	}
	for power := math.Pow(10, math.Floor(math.Log10(s.low))); power <= s.high; power *= 10 {
		for _, m := range between {
			if v := m * power; v >= s.low && v <= s.high {
				all = append(all, v)
			}
		}
	}
	return all
}

// powers returns the powers of four on the scale.
func (s scale) powers() (all []float64) {
	for v := 1.0; v <= s.high; v *= 4 {
		all = append(all, v)
	}
	return all
}

// tidy returns 1, 2 or 5 times a power of ten, at least step.
func tidy(step float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(step)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= step {
			return m * power
		}
	}
	return 10 * power
}

func label(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

package main

import "slices"

// limit is what a point may take of its neighbour's time without a reason.
const limit = 2

// A step is how far a point is from others: at xs[i] a call takes ratio times
// what it takes where it is compared with.
type step struct {
	at    int
	ratio float64
}

// largestStep returns the point that is furthest from its neighbour to the left,
// up or down. The ratio of a step down is that of the left one to it.
func largestStep(times []float64) (most step, down bool) {
	most = step{0, 1}
	for i := 1; i < len(times); i++ {
		up := times[i] / times[i-1]
		if r := max(up, 1/up); r > most.ratio {
			most, down = step{i, r}, up < 1
		}
	}
	return most, down
}

// reach is how many points on either side are around a point.
const reach = 8

// around returns the median of the points around i, and of itself.
func around(times []float64, i int) float64 {
	near := slices.Clone(times[max(0, i-reach):min(len(times), i+reach+1)])
	slices.Sort(near)
	return near[len(near)/2]
}

// largestPeak returns the point that is furthest above the median of those
// around it.
func largestPeak(times []float64) step {
	most := step{0, 1}
	for i, t := range times {
		if r := t / around(times, i); r > most.ratio {
			most = step{i, r}
		}
	}
	return most
}

// sticksOut tells whether point i takes more than limit times what one of its
// neighbours takes, or the median around it.
func sticksOut(times []float64, i int, limit float64) bool {
	t := times[i]
	return i > 0 && t > limit*times[i-1] || i+1 < len(times) && t > limit*times[i+1] || t > limit*around(times, i)
}

// outliers returns how many points stick out by more than limit.
func outliers(times []float64) (n int) {
	for i := range times {
		if sticksOut(times, i, limit) {
			n++
		}
	}
	return n
}

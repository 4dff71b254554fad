package main

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// A barState is what a bar shows.
type barState struct {
	done     int64
	total    int64 // at least done, or -1 if it is not known
	elapsed  time.Duration
	rate     float64 // bytes a second, 0 if it is not known
	ended    bool
	statuses []string
}

// A barField is a part of the line. Where there is no room for all those of the
// highest rank go first.
type barField struct {
	text string
	rank int
}

const (
	fieldGap = "  "
	leastBar = 10 // columns of what is drawn, with its brackets
	mostBar  = 32
)

// line returns the state in at most width columns.
func (s *barState) line(width int) string {
	fields := s.fields()
	length := lengthOf(fields)
	for length > width && len(fields) > 1 {
		fields = withoutLast(fields)
		length = lengthOf(fields)
	}
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteString(fieldGap)
		}
		b.WriteString(f.text)
		if room := width - length - 1; i == 0 && s.total >= 0 && room >= leastBar {
			b.WriteString(" " + s.bar(min(room, mostBar)))
		}
	}
	return b.String()[:max(0, min(b.Len(), width))]
}

// fields returns the parts of the line in their order.
func (s *barState) fields() (fields []barField) {
	rate := s.rate
	if s.ended && s.elapsed > 0 {
		rate = float64(s.done) / s.elapsed.Seconds()
	}
	amount, rank := bytesText(float64(s.done)), 2
	if s.total >= 0 {
		fields = append(fields, barField{fmt.Sprintf("%3d%%", s.percent()), 0})
		rank = 5 // the percentage tells
		if s.total > s.done || !s.ended {
			amount += " of " + bytesText(float64(s.total))
		}
	}
	if s.ended {
		amount += " in " + clock(s.elapsed)
	}
	fields = append(fields, barField{amount, rank})
	if !s.ended && s.total < 0 {
		fields = append(fields, barField{clock(s.elapsed), 4})
	}
	if rate > 0 {
		fields = append(fields, barField{bytesText(rate) + "/s", 3})
	}
	if eta, ok := s.eta(); ok {
		fields = append(fields, barField{"ETA " + clock(eta), 2})
	}
	for _, text := range s.statuses {
		fields = append(fields, barField{text, 1})
	}
	return fields
}

// percent is 100 only once there is no more to read.
func (s *barState) percent() int {
	if s.done >= s.total {
		return 100
	}
	return int(float64(s.done) / float64(s.total) * 100)
}

// bar draws how much of the total was read, in so many columns.
func (s *barState) bar(columns int) string {
	inside := columns - 2
	full := inside * s.percent() / 100
	line := strings.Repeat("=", full) + strings.Repeat(" ", inside-full)
	if full < inside {
		line = line[:full] + ">" + line[full+1:]
	}
	return "[" + line + "]"
}

// The least time after which the rate says something about the rest, and the
// longest rest about which it says something.
const (
	etaFrom = time.Second
	etaTo   = 100 * time.Hour
)

// eta returns in how many seconds all will have been read, at least 1.
func (s *barState) eta() (time.Duration, bool) {
	if s.ended || s.total <= s.done || s.elapsed < etaFrom || s.rate <= 0 {
		return 0, false
	}
	seconds := math.Ceil(float64(s.total-s.done) / s.rate)
	if seconds >= etaTo.Seconds() {
		return 0, false
	}
	return time.Duration(seconds) * time.Second, true
}

func lengthOf(fields []barField) int {
	n := len(fieldGap) * (len(fields) - 1)
	for _, f := range fields {
		n += len(f.text)
	}
	return n
}

// withoutLast returns fields without the last one of the highest rank.
func withoutLast(fields []barField) []barField {
	last := 0
	for i, f := range fields {
		if f.rank >= fields[last].rank {
			last = i
		}
	}
	return append(fields[:last:last], fields[last+1:]...)
}

// bytesText returns n bytes as people read them.
func bytesText(n float64) string {
	const prefixes = "KMGTPE"
	if n < 1024 {
		return fmt.Sprintf("%.0f B", math.Floor(n))
	}
	i := -1
	for n >= 1024 && i < len(prefixes)-1 {
		n /= 1024
		i++
	}
	return fmt.Sprintf("%.1f %ciB", n, prefixes[i])
}

// clock returns d in seconds, and in minutes from an hour on.
func clock(d time.Duration) string {
	seconds := int64(d / time.Second)
	switch {
	case seconds < 10 && d%time.Second != 0:
		return fmt.Sprintf("%.1fs", d.Truncate(time.Second/10).Seconds())
	case seconds < 60:
		return fmt.Sprintf("%ds", seconds)
	case seconds < 3600:
		return fmt.Sprintf("%dm%02ds", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%dh%02dm", seconds/3600, seconds/60%60)
}

// A rate is how many bytes a second there were of late: what was longer ago
// counts for less, by half after some seconds.
type rate struct {
	value float64
	at    time.Duration
	done  int64
}

// rateMemory is after how long a rate counts for 1/e.
const rateMemory = 5 * time.Second

// sample enters that done bytes were read after the time at.
func (r *rate) sample(at time.Duration, done int64) {
	past := at - r.at
	if past <= 0 {
		return
	}
	now := float64(done-r.done) / past.Seconds()
	if r.at == 0 {
		r.value = now
	} else {
		r.value += (now - r.value) * -math.Expm1(-past.Seconds()/rateMemory.Seconds())
	}
	r.at, r.done = at, done
}

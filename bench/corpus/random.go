package corpus

// A random is a source of random numbers that gives the same sequence with every Go
// release: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
// generators, 2014), with integer arithmetic only, since floating point may round
// differently on a machine that fuses operations.
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1. The bias of the remainder is less than one in
// 2^40 for every n used here.
func (r *random) below(n int) int { return int(r.next() >> 1 % uint64(n)) }

// A perMyriad is a share in hundredths of a percent.
type perMyriad int

func (r *random) chance(p perMyriad) bool { return r.below(10000) < int(p) }

func pick[T any](r *random, from []T) T { return from[r.below(len(from))] }

// letter returns a byte of from.
func (r *random) letter(from string) byte { return from[r.below(len(from))] }

// A lengths is a distribution of lengths by its quantiles: the 0th, 5th, 25th, 50th,
// 75th, 90th, 95th, 99th and 100th percentile.
type lengths [len(percentiles)]int

var percentiles = [...]int{0, 5, 25, 50, 75, 90, 95, 99, 100}

// length draws from l, evenly between two quantiles. In the last percent it uses the
// tenth power, since great outliers are rare.
func (r *random) length(l *lengths) int {
	const one = 1 << 16
	u := r.below(100 * one)
	i := 1
	for u >= percentiles[i]*one {
		i++
	}
	t := int64(u-percentiles[i-1]*one) / int64(percentiles[i]-percentiles[i-1])
	if i == len(percentiles)-1 {
		f := t
		for range 9 {
			t = t * f / one
		}
	}
	return l[i-1] + int(int64(l[i]-l[i-1])*t/one)
}

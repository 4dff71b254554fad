package fuzz

import (
	"fmt"

	"github.com/uriscan/uriscan/internal/kernel"
)

// kill changes each transition of m in turn to each other state, and each of a
// state's answers to each other: whether it accepts, the fault and the host.
// It returns how many mutants there were, and those that no probe tells from
// what the grammar says.
func (s *suite) kill(m *model) (n int, survivors []string) {
	targets := append([]kernel.State{kernel.Dead}, m.states...)
	for _, state := range m.states {
		for k, was := range m.next[state] {
			for _, target := range targets {
				if target == was {
					continue
				}
				n++
				m.next[state][k] = target
				// A suffix may come through the change, too, and hide it; then
				// those that tell the state itself from all others show it.
				if !m.killed(s.after[state][k]) && !m.killed(s.at[state]) {
					survivors = append(survivors, fmt.Sprintf("%q %q to %q", m.access[state], m.octets[k], m.access[target]))
				}
			}
			m.next[state][k] = was
		}
		was := m.labels[state]
		for _, label := range changedLabels(was) {
			n++
			m.labels[state] = label
			if !m.killed(s.at[state]) {
				survivors = append(survivors, fmt.Sprintf("%q label %#x", m.access[state], label))
			}
		}
		m.labels[state] = was
	}
	return n, survivors
}

// passes tells whether m passes the whole suite, as it must before it is changed.
func (s *suite) passes(m *model) bool {
	for _, state := range m.states {
		for _, probes := range append(s.after[state], s.at[state]) {
			if m.killed(probes) {
				return false
			}
		}
	}
	return true
}

// killed tells whether m fails one of the probes.
func (m *model) killed(probes []probe) bool {
	for _, p := range probes {
		if m.run(m.start, p.classes) != p.want {
			return true
		}
	}
	return false
}

// changedLabels returns the labels that differ from l in one answer: acceptance,
// the fault, or the host where the authority may end.
func changedLabels(l kernel.Label) []kernel.Label {
	const faultMask, hostMask = 15 << 8, 7 << 4 // as in package kernel
	all := []kernel.Label{l ^ 1}
	for f := kernel.BadScheme; f <= kernel.BadPercent; f++ {
		if f != l.Fault() {
			all = append(all, l&^faultMask|kernel.Label(f)<<8)
		}
	}
	if !l.Accepts() || l.Region() != kernel.InAuthority {
		return all
	}
	for h := kernel.NoHost; h <= kernel.RegName; h++ {
		if h != l.Host() {
			all = append(all, l&^hostMask|kernel.Label(h)<<4)
		}
	}
	return all
}

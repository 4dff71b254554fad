//go:build amd64 && !purego

package kernel

import (
	"unsafe"

	"github.com/uriscan/uriscan/internal/automaton"
)

// hostKind is [automaton.HostKind] for a host that is no IP literal.
func hostKind(host []byte) automaton.Host {
	switch level {
	case AVX512, AVX2:
		if len(host) <= len("255.255.255.255") && isAddress256(unsafe.SliceData(host), len(host)) {
			return automaton.IPv4Address
		}
		return automaton.RegName
	}
	return automaton.HostKind(host)
}

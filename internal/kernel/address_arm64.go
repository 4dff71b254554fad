//go:build arm64 && !purego

package kernel

import "github.com/uriscan/uriscan/internal/automaton"

func hostKind(host []byte) automaton.Host { return automaton.HostKind(host) }

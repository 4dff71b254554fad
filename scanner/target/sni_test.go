package target

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

// sniTwin is the documentation of AppendURI about server names. host is decoded.
func sniTwin(sni, host string) error {
	const name = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._"
	rest := strings.TrimLeft(sni, name)
	addr, err := netip.ParseAddr(sni)
	switch at := len(sni) - len(rest); {
	case sni == "":
		return nil
	case rest != "":
		return rawref.Fault(at, scanner.BadSNI).Err()
	case sni[at-1] == '.':
		return rawref.Fault(at-1, scanner.BadSNI).Err()
	case err == nil && addr.Is4():
		return rawref.Fault(0, scanner.BadSNI).Err()
	}
	at := 0
	for at < min(len(sni), len(host)) && strings.EqualFold(sni[at:at+1], host[at:at+1]) {
		at++
	}
	if at == len(sni) && (host[at:] == "" || host[at:] == ".") {
		return nil
	}
	return rawref.Fault(at, scanner.SNIMismatch).Err()
}

// Names that a server is asked for against hosts, in several spellings.
func TestSNI(t *testing.T) {
	names := []string{"", "h", "H", "a.example", "A.Example", "a.example.", "a.exampl", "a_b.c", "-", "ab", "a.b..", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.2.3.4", "a:1", "[::1]", "é", "a%62", " a", "a/", "@", "0"}
	for b := range 256 {
		names = append(names, fmt.Sprintf("%d.2.3.4", b), fmt.Sprintf("1.2.3.%d", b))
	}
	for _, c := range testkit.EveryByte() {
		names = append(names, c, "a"+c, c+"b")
	}
	for _, host := range []string{"h", "a.example", "a.example.", "a%2eExample", "%61.example%2E", "a.example..", "1.2.3.4", "0.2.3.4", "ab", "a_b.c", "a!"} {
		decoded := strings.NewReplacer("%2e", ".", "%2E", ".", "%61", "a").Replace(host)
		for _, sni := range names {
			r := &Request{Method: []byte("GET"), Scheme: []byte("https"), Host: []byte(host), SNI: []byte(sni), Target: []byte("/")}
			if _, _, err := AppendURI(nil, r); err != sniTwin(sni, decoded) {
				t.Errorf("AppendURI for host %q, server name %q: %v, want %v", host, sni, err, sniTwin(sni, decoded))
			}
		}
	}
}

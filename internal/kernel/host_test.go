package kernel

import "testing"

func TestHostKind(t *testing.T) {
	for host, want := range map[string]Host{
		"": RegName, "h": RegName, "1.2.3.4": IPv4Address, "255.255.255.255": IPv4Address, "0.0.0.0": IPv4Address,
		"1.2.3": RegName, "1.2.3.4.5": RegName, "1.2.3.256": RegName, "01.2.3.4": RegName, "1.2.3.4.": RegName, "%31.2.3.4": RegName,
	} {
		if got := HostKind([]byte(host)); got != want {
			t.Errorf("HostKind(%q) = %v, want %v", host, got, want)
		}
	}
}

package kernel

// HostKind returns the kind of a host that is IPv4address or reg-name (3.2.2),
// for the packages that write hosts. It does not allocate.
func HostKind(host []byte) Host { return hostKind(host) }

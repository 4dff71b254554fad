package inspect

import "github.com/uriscan/uriscan/internal/automaton"

// internetSchemes are schemes whose hosts are those of the Internet: with the schemes of the web,
// those that curl has, ssh, and those of git, databases and queues.
var internetSchemes = []string{
	"amqp", "amqps", "dict", "ftps", "git", "gopher", "gophers", "imap", "imaps", "ldap", "ldaps", "mongodb", "mqtt",
	"mqtts", "mysql", "nats", "pop3", "pop3s", "postgres", "postgresql", "redis", "rediss", "rtmp", "rtsp", "scp",
	"sftp", "smb", "smbs", "smtp", "smtps", "ssh", "telnet", "tftp",
}

// hostIPv4 is ipv4Of for the host of b, which is a name or an IPv4 address. Below a scheme
// that is not of the Internet, one number is a name: programs call themselves so in links, and
// tel: has the numbers of telephones.
func hostIPv4(b []byte, w automaton.Words) (addr uint32, plain, ok bool) {
	host, schemeEnd := b[w.HostStart():w.HostEnd()], w.SchemeEnd()
	addr, numbers, plain := ipv4Of(host)
	if numbers == 0 || numbers == 1 && schemeEnd > 0 && !isWebScheme(b[:schemeEnd]) && !foldContains(internetSchemes, b[:schemeEnd]) {
		return 0, false, false
	}
	return addr, plain, true
}

// ipv4Of returns the address that host is to inet_aton, which takes one to four numbers in
// decimal, octal or hex, the last one for all bytes that are left (RFC 3986, section 7.4),
// and to browsers, which also take a dot at the end and "0x" for 0. n is how many numbers it
// has, or 0 if it is no address. plain reports whether it is an IPv4address of section 3.2.2.
func ipv4Of(host []byte) (addr uint32, n int, plain bool) {
	var numbers [4]uint64
	i := 0
	plain = true
	for {
		number, end, simple := numberAt(host, i)
		if end == i || n == len(numbers) {
			return 0, 0, false
		}
		numbers[n], plain = number, plain && simple
		n++
		c, size := unitAt(host, end)
		if size == 0 {
			break
		}
		if c != '.' {
			return 0, 0, false
		}
		i = end + size
		if plain = plain && size == 1; i == len(host) {
			plain = false
			break
		}
	}
	for _, number := range numbers[:n-1] {
		if number > 0xff {
			return 0, 0, false
		}
		addr = addr<<8 | uint32(number)
	}
	left := 8 * (5 - n)
	if numbers[n-1]>>left != 0 {
		return 0, 0, false
	}
	return addr<<left | uint32(numbers[n-1]), n, plain && n == len(numbers)
}

// addressOf is ipv4Of for an IPv4address, in less time.
func addressOf(host []byte) (addr uint32) {
	number := uint32(0)
	for _, c := range host {
		if c == '.' {
			addr, number = addr<<8|number, 0
		} else {
			number = number*10 + uint32(c-'0')
		}
	}
	return addr<<8 | number
}

// numberAt returns the number that begins at i and its end, which is i if there is none.
// simple reports whether it is decimal without triplets. Numbers that no address holds are
// returned as larger than any that one does.
func numberAt(b []byte, i int) (number uint64, end int, simple bool) {
	base, simple := uint64(10), true
	for digits := 0; ; digits++ {
		c, size := unitAt(b, i)
		switch {
		case size == 0:
			return number, i, simple
		case digits == 1 && base == 8 && lower(c) == 'x':
			base = 16
		case base == 16 && isHex(c), isDigit(c) && uint64(c-'0') < base:
			number = min(number*base+uint64(unhex(c)), 1<<32)
			if base == 10 && digits == 0 && c == '0' {
				base = 8
			}
			simple = simple && (base == 10 || digits == 0)
		default:
			return number, i, simple
		}
		i += size
		simple = simple && size == 1 && base != 16
	}
}

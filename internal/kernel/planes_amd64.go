//go:build amd64 && !purego

package kernel

// find is Set, or false if there is no kernel for it, or none for where these bytes are in memory.
func (p *Planes) find(b []byte, i, n int, c *Classes) bool {
	return planes((*[8]uint64)(p), &b[i], n, &c.low[0])
}

package stats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/tally"
	"github.com/uriscan/uriscan/internal/disk"
)

// Why the file of a state cannot be used.
var (
	ErrForeign = errors.New("it was not written by stats --state")
	ErrVersion = errors.New("it is a state of another version: count again")
	ErrDamaged = errors.New("the state is damaged: bring back a copy of it, or count again")
)

// The file of a state is the magic, which has the version in it, an object of JSON on a line,
// and the CRC-32C of all that in hexadecimal on another.
const (
	Magic       = "uriscan stats 1\n"
	magicFamily = len("uriscan stats ")
	sumSize     = len("00000000\n")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A state is all that was counted.
type state struct {
	Files      []string          `json:"files"`
	Counted    counted           `json:"counted"`
	Valid      uint64            `json:"valid"`
	URIs       uint64            `json:"uris"`
	Parameters uint64            `json:"parameters"`
	Kinds      map[string]uint64 `json:"kinds"`
	Forms      []uint64          `json:"forms"`
	HostKinds  []uint64          `json:"host_kinds"`
	Rungs      []uint64          `json:"rungs"`
	Lengths    []*tally.Lengths  `json:"lengths"`
	Distinct   *tally.Distinct   `json:"distinct"`
	Values     []*tally.Summary  `json:"values"`
}

// counted says what flags made a run count besides what each counts.
type counted struct {
	Sites     bool   `json:"sites"`
	List      uint32 `json:"list"` // a checksum of the public suffixes, if sites are counted
	Paths     bool   `json:"paths"`
	Templates bool   `json:"templates"`
	Rules     uint32 `json:"rules"` // a checksum of the rules, if templates are counted
}

// state returns what was counted of files.
func (c *counter) state(files []string, what counted) *state {
	s := &state{
		Files: files, Counted: what, Valid: c.valid, URIs: c.uris, Parameters: c.parameters, Kinds: c.kinds,
		Forms: c.forms[:], HostKinds: c.hostKinds[:], Rungs: c.rungs[:], Distinct: &c.distinct, Values: c.sums[:],
	}
	for i := range c.lengths {
		s.Lengths = append(s.Lengths, &c.lengths[i])
	}
	return s
}

// write replaces the file that name leads to by s.
func (s *state) write(name string) error {
	file, err := disk.Target(name)
	var text []byte
	if err == nil {
		text, err = json.Marshal(s)
	}
	if err == nil {
		text = append(append([]byte(Magic), text...), '\n')
		text = fmt.Appendf(text, "%08x\n", crc32.Checksum(text, castagnoli))
		stream.FileWrite.Lock()
		defer stream.FileWrite.Unlock()
		err = disk.Replace(file, 0o666, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	}
	if err != nil {
		return &stream.OutputError{Name: name, Err: err}
	}
	return nil
}

// readState returns the state in a file.
func readState(name string) (*state, error) {
	f, err := disk.Current.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, &stream.InputError{Name: name, Err: err}
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	var s *state
	if err == nil {
		s, err = parseState(text)
	}
	if err != nil {
		return nil, &stream.InputError{Name: name, Err: err}
	}
	return s, nil
}

func parseState(text []byte) (*state, error) {
	switch {
	case len(text) < len(Magic) || string(text[:magicFamily]) != Magic[:magicFamily]:
		return nil, ErrForeign
	case string(text[:len(Magic)]) != Magic:
		return nil, ErrVersion
	case len(text) < len(Magic)+sumSize:
		return nil, ErrDamaged
	}
	body, sum := text[:len(text)-sumSize], text[len(text)-sumSize:]
	if !bytes.Equal(sum, fmt.Appendf(nil, "%08x\n", crc32.Checksum(body, castagnoli))) {
		return nil, ErrDamaged
	}
	s := new(state)
	if err := json.Unmarshal(body[len(Magic):], s); err != nil {
		return nil, ErrDamaged
	}
	var c counter
	if len(s.Forms) != len(c.forms) || len(s.HostKinds) != len(c.hostKinds) || len(s.Rungs) != len(c.rungs) ||
		len(s.Lengths) != len(c.lengths) || len(s.Values) != len(c.values) || s.Distinct == nil || s.hasNull() {
		return nil, ErrVersion
	}
	return s, nil
}

// hasNull reports whether something is null in JSON.
func (s *state) hasNull() bool {
	null := false
	for _, l := range s.Lengths {
		null = null || l == nil
	}
	for _, v := range s.Values {
		null = null || v == nil
	}
	return null
}

// add adds what s has to what t has counted.
func (t *counts) add(s *state) {
	c := &counter{kinds: s.Kinds, valid: s.Valid, uris: s.URIs, parameters: s.Parameters}
	copy(c.forms[:], s.Forms)
	copy(c.hostKinds[:], s.HostKinds)
	copy(c.rungs[:], s.Rungs)
	for i, l := range s.Lengths {
		c.lengths[i] = *l
	}
	c.distinct = *s.Distinct
	for i, v := range s.Values {
		t.values[i].Add(v)
	}
	t.added.add(c)
}

// counted says what the flags make r count.
func (r *run) counted() counted {
	c := counted{Sites: r.Sites(), List: r.listSum, Paths: r.paths(), Templates: r.Templates()}
	if c.Templates {
		c.Rules = r.RulesSum
	}
	return c
}

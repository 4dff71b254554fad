package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("plant: ")
	var (
		name    = flag.String("target", "kernel", "the code to plant bugs in: kernel, library, users, command or judges")
		n       = flag.Int("n", 300, "how many mutants the record is to hold")
		seed    = flag.Uint64("seed", 1, "of the random sample")
		file    = flag.String("record", "", "the `file` that holds the verdicts; without it the mutants are only listed")
		files   = flag.String("files", "", "plant only in files whose path matches this regular `expression`")
		again   = flag.Bool("again", false, "try the survivors of the record again, and nothing else")
		timeout = flag.Duration("timeout", 3*time.Minute, "how long one go test may take: a mutant may loop for ever")
	)
	flag.Parse()
	t, ok := targets[*name]
	if !ok {
		log.Fatalf("no target %q", *name)
	}
	all, err := t.mutants()
	if err != nil {
		log.Fatal(err)
	}
	only, err := regexp.Compile(*files)
	if err != nil {
		log.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(m mutant) bool { return !only.MatchString(m.file) })
	sample(all, *seed)
	if *file == "" {
		for i := range all[:min(*n, len(all))] {
			fmt.Printf("%s\t%s\n", all[i].id, &all[i])
		}
		return
	}
	r, err := openRecord(*file)
	if err != nil {
		log.Fatal(err)
	}
	scratch, err := os.MkdirTemp("", "plant")
	if err != nil {
		log.Fatal(err)
	}
	err = run(all, *n, *again, r, func(m *mutant) (string, error) { return t.test(scratch, m, *timeout) })
	os.RemoveAll(scratch)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("of %d possible, seed %d: %v\n", len(all), *seed, r)
}

// sample puts all in an order that depends on the seed and on their identities.
func sample(all []mutant, seed uint64) {
	slices.SortFunc(all, func(a, b mutant) int { return strings.Compare(a.id, b.id) })
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
}

// run tries mutants until the record holds n, or again those that survived. test
// returns what the tests print with a mutant in place, or with none.
func run(all []mutant, n int, again bool, r *record, test func(*mutant) (string, error)) error {
	if output, err := test(nil); err != nil {
		return fmt.Errorf("the tests fail without any bug: %w\n%s", err, output)
	}
	for i := range all {
		m := &all[i]
		old := r.find(m)
		if again && (old == nil || old.verdict != "survived") || !again && (old != nil || len(r.rows) >= n) {
			continue
		}
		verdict, remark := judge(test(m))
		if verdict == "" {
			continue // the compiler refuses it
		}
		log.Printf("%s: %s %s", m, verdict, remark)
		if err := r.set(m, verdict, remark); err != nil {
			return err
		}
	}
	return nil
}

// test runs the steps with m in place, if there is one, and returns what the first one
// that fails prints.
func (t *target) test(scratch string, m *mutant, timeout time.Duration) (output string, err error) {
	args := []string{"test", "-vet=off", "-count=1", "-failfast", "-timeout=" + timeout.String()}
	env := os.Environ()
	if m != nil {
		overlay, err := m.overlay(scratch)
		if err != nil {
			return "", err
		}
		args = append(args, "-overlay="+overlay)
		env = append(env, "URISCAN_PLANTED="+overlay)
	}
	own := t.folders
	if m != nil {
		own = []string{filepath.Dir(m.file)}
	}
	steps := t.steps
	if m == nil || own[0] != t.slow {
		steps = append([][]string{local(own)}, steps...)
	}
	for _, packages := range steps {
		cmd := exec.Command("go", append(slices.Clone(args), packages...)...)
		cmd.Env = env
		out, err := cmd.CombinedOutput()
		if err != nil {
			return string(out), err
		}
	}
	return "", nil
}

// local returns folders as the go command takes them for packages.
func local(folders []string) (packages []string) {
	for _, folder := range folders {
		packages = append(packages, "./"+filepath.ToSlash(folder))
	}
	return packages
}

// overlay writes the mutant and the file that tells the go command of it.
func (m *mutant) overlay(scratch string) (string, error) {
	src, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	original, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	planted := filepath.Join(scratch, filepath.Base(m.file))
	if err := os.WriteFile(planted, m.apply(src), 0o666); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{original: planted}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(scratch, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o666)
}

var failed = regexp.MustCompile(`(?m)^(?:--- FAIL: (\S+)|panic: (test timed out)|(fatal error: .*)|(SIG\w+: .*|unexpected fault .*)|(panic: .*))`)

// judge returns the verdict on a mutant and which test reached it, or no verdict if it
// does not build.
func judge(output string, err error) (verdict, remark string) {
	if err == nil {
		return "survived", ""
	}
	if strings.Contains(output, "[build failed]") || strings.Contains(output, "[setup failed]") {
		return "", ""
	}
	if m := failed.FindStringSubmatch(output); m != nil {
		return "caught", strings.ReplaceAll(strings.Join(m[1:], ""), "\t", " ")
	}
	return "caught", "exit"
}

// A mutant replaces one span of a file.
type mutant struct {
	file       string
	line       int
	function   string // the function or data symbol that holds it
	start, end int    // byte offsets in the file
	text       string // what is there instead
	from, to   string // what the change is, for people
	id         string
}

// identify gives each mutant an identity that survives changes to other functions: it
// depends on the text around it only through how often the same change occurred before
// it in its function.
func identify(all []mutant) {
	seen := map[string]int{}
	for i := range all {
		m := &all[i]
		key := fmt.Sprintf("%s %s %s %s", m.file, m.function, m.from, m.to)
		seen[key]++
		h := fnv.New64a()
		fmt.Fprintf(h, "%s %d", key, seen[key])
		m.id = fmt.Sprintf("%016x", h.Sum64())
	}
}

// apply returns the source with the bug in it.
func (m *mutant) apply(src []byte) []byte {
	out := append([]byte(nil), src[:m.start]...)
	return append(append(out, m.text...), src[m.end:]...)
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d\t%s: %s -> %s", m.file, m.line, m.function, m.from, m.to)
}

// A record is a file with one line for each mutant tried: identity, place, change,
// verdict and remark, with TABs between them.
type record struct {
	name string
	rows []row
}

type row struct{ id, place, change, verdict, remark string }

// openRecord reads what earlier runs found.
func openRecord(name string) (*record, error) {
	r := &record{name: name}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		c := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(c) != 5 {
			return nil, fmt.Errorf("%s:%d: %d columns, want 5", name, len(r.rows)+1, len(c))
		}
		r.rows = append(r.rows, row{c[0], c[1], c[2], c[3], c[4]})
	}
	return r, nil
}

// find returns the row of a mutant, nil if it was not tried.
func (r *record) find(m *mutant) *row {
	i := slices.IndexFunc(r.rows, func(old row) bool { return old.id == m.id })
	if i < 0 {
		return nil
	}
	return &r.rows[i]
}

// set puts the verdict on m where its row is, or at the end, and saves the record.
func (r *record) set(m *mutant, verdict, remark string) error {
	at := r.find(m)
	if at == nil {
		r.rows = append(r.rows, row{})
		at = &r.rows[len(r.rows)-1]
	}
	place, change, _ := strings.Cut(m.String(), "\t")
	*at = row{m.id, place, change, verdict, remark}
	var text strings.Builder
	for _, w := range r.rows {
		fmt.Fprintf(&text, "%s\t%s\t%s\t%s\t%s\n", w.id, w.place, w.change, w.verdict, w.remark)
	}
	if err := os.WriteFile(r.name+".new", []byte(text.String()), 0o666); err != nil {
		return err
	}
	return os.Rename(r.name+".new", r.name)
}

// String returns how many mutants have each verdict.
func (r *record) String() string {
	count := map[string]int{}
	for _, w := range r.rows {
		count[w.verdict]++
	}
	return fmt.Sprintf("%d mutants: %d caught, %d equivalent, %d survived", len(r.rows), count["caught"], count["equivalent"], count["survived"])
}

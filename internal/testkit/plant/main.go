package main

import (
	"encoding/json"
	"flag"
	"fmt"
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
		name    = flag.String("target", "kernel", "the code to plant bugs in: kernel or library")
		n       = flag.Int("n", 300, "how many mutants the record is to hold")
		seed    = flag.Uint64("seed", 1, "of the random sample")
		file    = flag.String("record", "", "the `file` that holds the verdicts; without it the mutants are only listed")
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
	if m != nil {
		overlay, err := m.overlay(scratch)
		if err != nil {
			return "", err
		}
		args = append(args, "-overlay="+overlay)
	}
	own := t.folders
	if m != nil {
		own = []string{filepath.Dir(m.file)}
	}
	for _, packages := range append([][]string{local(own)}, t.steps...) {
		out, err := exec.Command("go", append(slices.Clone(args), packages...)...).CombinedOutput()
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

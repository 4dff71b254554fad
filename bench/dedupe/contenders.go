package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A contender is a command that prints each line of an input once.
type contender struct {
	name  string
	args  []string
	exact bool // it prints the first of identical lines, in order
}

// A cost is what a run takes.
type cost struct {
	wall, cpu time.Duration
	memory    int64 // resident bytes at most
}

const sortName = "LC_ALL=C sort -u"

func contenders(program, input string) []contender {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	return []contender{
		{"uriscan dedupe", []string{program, "dedupe", input}, false},
		{"uriscan dedupe --memory 16M", []string{program, "dedupe", "--memory", "16M", input}, false},
		{"uriscan dedupe --level identical", []string{program, "dedupe", "--level", "identical", input}, true},
		{"uriscan dedupe --level identical --memory 16M",
			[]string{program, "dedupe", "--level", "identical", "--memory", "16M", input}, true},
		{sortName, []string{"sort", "-u", input}, false},
		{"awk '!a[$0]++'", []string{"awk", "!a[$0]++", input}, true},
		{"Go map over net/url", []string{self, "-neturl", input}, false},
	}
}

func sortAt(all []contender) int {
	return slices.IndexFunc(all, func(c contender) bool { return c.name == sortName })
}

// run runs a contender once.
func (c *contender) run(ctx context.Context, out io.Writer) (cost, error) {
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	if out != io.Discard {
		cmd.Stdout = out // and else /dev/null, without a pipe
	}
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return cost{}, fmt.Errorf("%s: %w", c.name, err)
	}
	got := cost{wall: time.Since(began), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		got.memory = usage.Maxrss << 10 // Linux counts in KiB
	}
	return got, nil
}

// byNetURL prints the first line of each class as Go programs find it out.
func byNetURL(name string, out io.Writer) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(out, 64<<10)
	known := map[string]struct{}{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		u, err := url.Parse(lines.Text())
		if err != nil {
			continue
		}
		key := normalized(u)
		if _, ok := known[key]; !ok {
			known[key] = struct{}{}
			w.Write(lines.Bytes())
			w.WriteByte('\n')
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return w.Flush()
}

func normalized(u *url.URL) string {
	u.Scheme, u.Host = strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	switch u.Scheme {
	case "http":
		u.Host = strings.TrimSuffix(u.Host, ":80")
	case "https":
		u.Host = strings.TrimSuffix(u.Host, ":443")
	}
	if u.Path == "" {
		u.Path = "/"
	} else if clean := path.Clean(u.Path); clean != u.Path && clean+"/" != u.Path {
		u.Path = clean
	}
	return u.String()
}

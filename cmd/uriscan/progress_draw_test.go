package main

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// What is written to draw a bar and to make room for what goes above it.
func TestBarDraws(t *testing.T) {
	columns := 80
	const state = " 50% [===============>              ]  5 B of 10 B  5 B/s  ETA 1s  1 bad"
	tests := []struct {
		name string
		do   func(p *progress, out io.Writer)
		want string
	}{
		{"nothing", func(*progress, io.Writer) {}, ""},
		{"again", func(p *progress, _ io.Writer) { p.draw(0) }, "\r" + state},
		{"a line", func(_ *progress, out io.Writer) { io.WriteString(out, "line\n") },
			"\r" + strings.Repeat(" ", len(state)+2) + "\rline\n\r" + state},
		{"half a line", func(_ *progress, out io.Writer) {
			io.WriteString(out, "li")
			io.WriteString(out, "")
			io.WriteString(out, "ne\n")
		}, "\r" + strings.Repeat(" ", len(state)+2) + "\rline\n\r" + state},
		{"half a line in the end", func(p *progress, out io.Writer) {
			io.WriteString(out, "li")
			p.tick()
			p.stop()
			io.WriteString(out, "ne\n")
		}, "\r" + strings.Repeat(" ", len(state)+2) + "\rline\n"},
		{"a file that grew", func(p *progress, _ io.Writer) {
			p.add(7)
			p.tick()
		}, "\r100% [==============================]  12 B of 12 B  5 B/s  1 bad       "},
		{"less room", func(p *progress, out io.Writer) {
			columns = 20
			io.WriteString(out, "line\n")
		}, "\n" + "line\n\r" + state[:19]},
		{"less room, which is seen later", func(p *progress, _ io.Writer) {
			columns = 20
			p.tick()
		}, "\n\r 50%  ETA 1s  1 bad"},
		{"more room", func(p *progress, _ io.Writer) {
			columns = 100
			p.tick()
		}, "\r" + state},
		{"stop", func(p *progress, _ io.Writer) { p.stop() },
			"\r 50% [===============>              ]  5 B of 10 B in 1s  5 B/s  1 bad    \n"},
		{"after the end", func(p *progress, out io.Writer) {
			p.stop()
			p.tick()
			io.WriteString(out, "line\n")
			p.stop()
		}, "\r 50% [===============>              ]  5 B of 10 B in 1s  5 B/s  1 bad    \nline\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				columns = 80
				var stream strings.Builder
				p := &progress{w: &stream, total: 10, begun: time.Now(), quit: make(chan struct{}), always: true}
				p.width = func() int { return columns }
				p.status(func() string { return "1 bad" })
				p.add(5)
				time.Sleep(time.Second)
				p.tick()
				stream.Reset()
				tt.do(p, p.over(&stream))
				if got := stream.String(); got != tt.want {
					t.Errorf("written is %q, want %q", got, tt.want)
				}
			})
		})
	}
}

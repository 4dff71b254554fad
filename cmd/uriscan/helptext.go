package main

import "strings"

// helpWidth is how many columns help takes: less than this no terminal has.
const helpWidth = 80

// A passage is a part of the text of a help. The texts are written as they would
// be read, and their form says what is what, so that help and the manual page
// come of one text:
//
//	Words that begin a line, and all lines that follow, are a paragraph.
//
//	  Indented lines stand as they are,
//	  term    but two blanks or more behind the first word or words make
//	          an item, and what is indented like its text belongs to it.
//	--flag
//	          A line with nothing but a flag is the term of the lines below.
//	- A hyphen begins an item, too.
//
// An item right below another one may have one blank, if its text begins in the
// same column.
type passage struct {
	form    form
	gap     bool // an empty line stands before it
	indent  int
	term    string // of an item
	column  int    // where the text of an item begins
	content string // the words, or the lines that stand as they are
}

type form uint8

const (
	paragraph form = iota
	item
	asIs
)

// passages takes a help text apart.
func passages(text string) (all []passage) {
	gap := false
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, " ")
		if line == "" {
			gap = len(all) > 0
			continue
		}
		if n := len(all); n == 0 || gap || !all[n-1].takes(line) {
			p := passageOf(line)
			if n > 0 && !gap {
				p.follow(&all[n-1], line)
			}
			p.gap = gap
			all = append(all, p)
		}
		gap = false
	}
	return all
}

// passageOf is the passage that a line would begin.
func passageOf(line string) passage {
	content := strings.TrimLeft(line, " ")
	p := passage{indent: len(line) - len(content), content: content}
	switch term, text, found := strings.Cut(content, "  "); {
	case strings.HasPrefix(content, "- "):
		p.form, p.term, p.content = item, "-", content[2:]
		p.column = p.indent + 2
	case found:
		p.form, p.term = item, term
		p.content = strings.TrimLeft(text, " ")
		p.column = len(line) - len(p.content)
	case strings.HasPrefix(content, "-") && !strings.Contains(content, " "):
		p.form, p.term, p.content = item, content, ""
	case p.indent > 0:
		p.form = asIs
	}
	return p
}

// follow makes p an item if line is one below the item before: of a long term one
// blank alone may part it from its text.
func (p *passage) follow(before *passage, line string) {
	column := before.column
	if p.form == paragraph && before.form == item && line[0] == '-' && column > 0 && column < len(line) && line[column-1] == ' ' {
		p.form, p.column = item, column
		p.term, p.content = strings.TrimRight(line[:column], " "), line[column:]
	}
}

// takes appends a line to p if it belongs there.
func (p *passage) takes(line string) bool {
	q := passageOf(line)
	content := line[q.indent:]
	if p.form == item && p.column == 0 && q.indent > p.indent {
		p.column, p.content = q.indent, content
		return true
	}
	switch {
	case p.form == item && q.indent == p.column, p.form == paragraph && q.form == paragraph:
		p.content += " " + content
	case p.form == asIs && q.form == asIs:
		p.content += "\n" + line[min(p.indent, q.indent):]
	default:
		return false
	}
	return true
}

// wrapped is a help text in lines that fit into width columns, if no word is
// longer than that.
func wrapped(text string, width int) string {
	var b strings.Builder
	for _, p := range passages(text) {
		if p.gap {
			b.WriteByte('\n')
		}
		p.print(&b, width)
	}
	return b.String()
}

func (p *passage) print(b *strings.Builder, width int) {
	indent := strings.Repeat(" ", p.indent)
	switch p.form {
	case asIs:
		b.WriteString(indent + strings.ReplaceAll(p.content, "\n", "\n"+indent) + "\n")
		return
	case paragraph:
		printWords(b, p.content, indent, width)
		return
	}
	var text strings.Builder
	printWords(&text, p.content, strings.Repeat(" ", p.column), width)
	if head := indent + p.term; len(head) < p.column {
		b.WriteString(head + text.String()[len(head):])
	} else {
		b.WriteString(head + "\n" + text.String())
	}
}

// printWords prints text in lines with an indent.
func printWords(b *strings.Builder, text, indent string, width int) {
	column := 0
	for _, word := range strings.Fields(text) {
		switch {
		case column == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+len(word) > width:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	if column > 0 {
		b.WriteByte('\n')
	}
}

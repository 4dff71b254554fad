package diag

import "strings"

// Nearest returns the name that differs least from a word, apart from case, if that is by at
// most two bytes, and by less than half of them.
func Nearest(word string, names []string) string {
	best, least := "", min(3, (len(word)+1)/2)
	for _, name := range names {
		if d := distance(strings.ToLower(word), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance returns how many bytes must be inserted, removed or changed, or swapped with
// their neighbours, to turn a into b.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			row[j+1] = min(last[j+1], row[j], last[j]) + 1
			if a[i] == b[j] {
				row[j+1] = last[j]
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

package fence

import "testing"

func TestTexts(t *testing.T) {
	for length := range 100 {
		seen := map[string]bool{}
		for _, text := range Texts(length) {
			if len(text.Text) != length {
				t.Errorf("Texts(%d) has %q, of %d octets", length, text.Text, len(text.Text))
			}
			if seen[text.Name] {
				t.Errorf("Texts(%d) has two of %q", length, text.Name)
			}
			seen[text.Name] = true
		}
		if want := len(texts) + 6*min(length, 1); len(seen) != want {
			t.Errorf("Texts(%d) are %d, want %d", length, len(seen), want)
		}
	}
}

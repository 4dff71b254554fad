package abnf

import "fmt"

// checkRecursion returns an error if a rule is defined by itself, at first or
// at second hand.
func (g *Grammar) checkRecursion() error {
	const entered, left = 1, 2
	mark := make([]byte, len(g.Rules))
	var visit func(n Node) error
	all := func(nodes []Node) error {
		for _, n := range nodes {
			if err := visit(n); err != nil {
				return err
			}
		}
		return nil
	}
	visit = func(n Node) error {
		switch n := n.(type) {
		case Alternation:
			return all(n)
		case Concatenation:
			return all(n)
		case Repetition:
			return visit(n.Body)
		case Reference:
			r := n.Rule
			if mark[r.index] == entered {
				return fmt.Errorf("rule %q is defined by itself", r.Name)
			}
			if mark[r.index] == left {
				return nil
			}
			mark[r.index] = entered
			err := visit(r.Body)
			mark[r.index] = left
			return err
		}
		return nil
	}
	for _, r := range g.Rules {
		if err := visit(Reference{r}); err != nil {
			return err
		}
	}
	return nil
}

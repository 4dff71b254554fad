package corpus

import "strings"

// words are parts of hosts, paths and queries.
var words = strings.Fields(`
	about account advice album almanac anchor apple archive article atlas autumn badge bakery ballad bamboo banner
	basket beacon bicycle biology birch blog border bottle branch bridge brook budget cable calendar camera canal candle
	canyon carpet castle catalog cedar cello census chapter chess cinema circle city clay climate clock cloud coast
	coffee comet compass concert copper coral cotton council course cricket crystal culture dance data debate decade
	delta desert design dialog diary docs dolphin dragon drama eagle earth echo edition editor ember empire engine essay
	event fabric falcon farm feature feed festival field film finance flag flora forest forum fossil fountain frame
	galaxy gallery garden gazette geology ginger glacier glass globe grain granite grape group guide guitar habitat
	harbor harvest hazel health heron history home honey horizon hotel idea image index ink island item ivory jacket
	journal jungle kernel kettle key kitchen kite label lagoon lake lantern law leaf lemon letter library light linen
	list local lotus lunar magnet map maple marble market meadow media melody memo meteor mill mint mirror model monsoon
	moon mosaic motor museum music nature needle news night north note novel oak oasis ocean office olive opera orbit
	orchard organ page palace panel paper parade park pebble pepper photo piano pine pixel planet plaza poem pond port
	post prairie press print profile project quarry quartz query quiz radio rain recipe record reef report review ribbon
	river road robin rocket room root saddle sail salmon salt sand satin school science sea search season section seed
	share shelf ship shop signal silk silver site sketch sky snow soil sonnet south spice spring square stage station
	stone storm story stream street studio summer sun table tag tea team temple theater thunder tide timber topic tour
	tower town trade trail train travel tree tulip tunnel union user valley velvet video view village violin vision
	voyage wagon walnut water wave weather west wheat wheel willow wind window winter wood world yard year zebra zinc`)

// tops are the ends of hosts. Frequent ones occur more than once.
var tops = strings.Fields(`com com com com com com com org org org net net edu gov info io co.uk de fr it jp com.br com.au in`)

// extensions are the ends of names of files.
var extensions = strings.Fields(`.html .html .html .htm .php .pdf .jpg .png .aspx .css .js .xml .txt`)

// letters are UTF-8 text as found in escapes, of one, two and three bytes.
var letters = []string{" ", " ", ",", "/", ":", "?", "=", "é", "ü", "ñ", "č", "ж", "р", "и", "ш", "海", "山", "道", "語"}

// word returns a word, or sometimes a number or an identifier.
func (r *random) word() string {
	switch r.below(16) {
	case 0:
		return r.digits("0123456789", 1+r.below(4))
	case 1:
		return r.digits("0123456789", 5+r.below(5))
	case 2:
		return r.digits("0123456789abcdef", 6+r.below(7))
	}
	return pick(r, words)
}

// digits returns n bytes of the digits given.
func (r *random) digits(from string, n int) string {
	s := make([]byte, n)
	for i := range s {
		s[i] = r.letter(from)
	}
	return string(s)
}

// escaped returns a few letters as percent-encoded triplets (2.1).
func (r *random) escaped() string {
	var s []byte
	for range 1 + r.below(3) {
		for _, c := range []byte(pick(r, letters)) {
			s = append(s, '%', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15])
		}
	}
	return string(s)
}

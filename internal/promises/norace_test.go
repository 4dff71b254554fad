//go:build !race

package promises

const raceDetector = false

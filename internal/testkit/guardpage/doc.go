// Package guardpage gives tests memory with unreadable pages on both sides, so that
// a read beyond an input ends the test. Only tests import it, on Linux.
package guardpage

module github.com/uriscan/uriscan/bench

go 1.26

replace github.com/uriscan/uriscan => ..

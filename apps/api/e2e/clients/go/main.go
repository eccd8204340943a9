// The scenario of the generated clients, with the client that oapi-codegen generated; or, with `patterns`, what Go makes
// of the patterns of the description.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "patterns" {
		readPatterns(os.Stdin, os.Stdout)
		return
	}
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: story URL ADMINISTRATOR PASSWORD")
		os.Exit(2)
	}
	tellStory(os.Args[1], os.Args[2], os.Args[3])
}

// Runs the scenario of the generated clients with the client that oapi-codegen generated; or, with the argument
// `patterns`, compiles the patterns of the description as Go does.
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
		fmt.Fprintln(os.Stderr, "usage: scenario URL ADMINISTRATOR PASSWORD")
		os.Exit(2)
	}
	runScenario(os.Args[1], os.Args[2], os.Args[3])
}

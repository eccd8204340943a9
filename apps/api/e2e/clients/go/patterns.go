package main

import (
	"encoding/json"
	"io"
	"regexp"
)

// Patterns of the description, and texts that each of them is tried on.
type trial struct {
	Patterns []string `json:"patterns"`
	Texts    []string `json:"texts"`
}

// readPatterns compiles every pattern and writes which texts each of them matches.
func readPatterns(input io.Reader, output io.Writer) {
	var given trial
	must(json.NewDecoder(input).Decode(&given))
	matches := [][]bool{}
	for _, pattern := range given.Patterns {
		expression := regexp.MustCompile(pattern)
		row := []bool{}
		for _, text := range given.Texts {
			row = append(row, expression.MatchString(text))
		}
		matches = append(matches, row)
	}
	must(json.NewEncoder(output).Encode(matches))
}

package main

import "fmt"

// reply is the interface that all replies of the generated client implement.
type reply interface {
	StatusCode() int
	GetBody() []byte
}

// must ends the program with an error.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// check ends the program unless a condition holds, and prints the actual value.
func check(condition bool, actual any) {
	if !condition {
		panic(fmt.Sprintf("unexpected value: %+v", actual))
	}
}

// done returns the data of a successful reply, and ends the program with any other.
func done[Data any](data *Data, answer reply, err error) *Data {
	must(err)
	check(data != nil, fmt.Sprintf("%d %s", answer.StatusCode(), answer.GetBody()))
	return data
}

// ptr returns a pointer to a value, as optional members need it.
func ptr[Value any](value Value) *Value { return &value }

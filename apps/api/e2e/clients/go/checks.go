package main

import "fmt"

// reply is what the generated client makes of every reply.
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
func check(holds bool, seen any) {
	if !holds {
		panic(fmt.Sprintf("not as expected: %+v", seen))
	}
}

// done is the data of a reply that has to be a success.
func done[Data any](data *Data, answer reply, err error) *Data {
	must(err)
	check(data != nil, fmt.Sprintf("%d %s", answer.StatusCode(), answer.GetBody()))
	return data
}

// ptr makes a value of what a client leaves out otherwise.
func ptr[Value any](value Value) *Value { return &value }

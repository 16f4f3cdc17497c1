// SPDX-License-Identifier: MIT
// jokes.go next | like [ID] | follow: shows the next joke; likes the joke on the card, or only that with the id; or prints
// each joke on the card and each like, and after a restart of jokesd those that it missed. `go run jokes.go next` runs it.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"os"
	"time"
)

type object = map[string]any

func in(outer object, name string) object { inner, _ := outer[name].(object); return inner }
func main() {
	path, args := os.Getenv("JOKESD_SOCKET"), append(os.Args, "", "")
	if path == "" {
		path = os.Getenv("XDG_RUNTIME_DIR") + "/jokesd/socket"
	}
	params := map[string]object{"next": {"reveal": true}, "follow": {"topics": []string{"state", "log"}}, "like": {}}[args[1]]
	if args[2] != "" {
		params["ifJoke"] = args[2]
	}
	method := map[string]string{"next": "joke.next", "like": "joke.like", "follow": "state.subscribe"}[args[1]]
	for shown := any(nil); ; time.Sleep(time.Second) {
		connection, err := net.Dial("unix", path)
		if err == nil {
			err = json.NewEncoder(connection).Encode(object{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
		}
		for messages := json.NewDecoder(connection); err == nil; {
			message := object{}
			err = messages.Decode(&message)
			result, event := in(message, "result"), in(message, "params")
			if seq, since := event["seq"], in(params, "since"); message["method"] == "event" && seq.(float64) > since["seq"].(float64) {
				since["seq"] = seq
			}
			switch joke := in(in(event, "state"), "joke"); {
			case message["error"] != nil:
				err = fmt.Errorf("%v", in(message, "error")["message"])
			case result["joke"] != nil:
				fmt.Println(in(result, map[string]string{"next": "joke", "like": "decided"}[args[1]])["value"])
				os.Exit(0)
			case result["resumed"] == false:
				params["since"] = object{"epoch": result["epoch"], "seq": result["seq"]}
			case event["topic"] == "state" && joke != nil && joke["id"] != shown:
				shown = joke["id"]
				fmt.Println(joke["value"])
			case event["topic"] == "log" && event["event"] == "liked":
				fmt.Println("liked:", in(event, "joke")["value"])
			}
		}
		if args[1] != "follow" {
			log.Fatalln(err)
		}
	}
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The clients from Debian's Go packages, for prove.py: peers SOCKET

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	goredis "github.com/go-redis/redis"
	"github.com/gomodule/redigo/redis"
	"github.com/throttled/throttled"
	"github.com/throttled/throttled/store/redigostore"
	"github.com/ulule/limiter/v3"
	ululeredis "github.com/ulule/limiter/v3/drivers/store/redis"
)

type object = map[string]any

type client struct {
	traits object
	hit    func(token string, limit int, window time.Duration) (allowed bool, left int, err error)
}

func ulule(socket, prefix string, traits object) client {
	traits["format"] = "ulule-limiter"
	traits["key"] = prefix + ":{token}"
	store, err := ululeredis.NewStoreWithOptions(
		goredis.NewClient(&goredis.Options{Network: "unix", Addr: socket}),
		limiter.StoreOptions{Prefix: prefix, MaxRetry: limiter.DefaultMaxRetry})
	if err != nil {
		panic(err)
	}
	return client{traits, func(token string, limit int, window time.Duration) (bool, int, error) {
		found, err := limiter.New(store, limiter.Rate{Period: window, Limit: int64(limit)}).Get(context.Background(), token)
		return !found.Reached, int(found.Remaining), err
	}}
}

func gcra(socket, prefix string, traits object) client {
	traits["format"] = "throttled-go"
	traits["twin"] = "redis-cell" // whose strings hold the same: some keys fit both
	traits["key"] = prefix + "{token}"
	pool := &redis.Pool{Dial: func() (redis.Conn, error) { return redis.Dial("unix", socket) }}
	store, err := redigostore.New(pool, prefix, 0)
	if err != nil {
		panic(err)
	}
	return client{traits, func(token string, limit int, window time.Duration) (bool, int, error) {
		quota := throttled.RateQuota{MaxRate: throttled.PerMin(limit * int(time.Minute/window)), MaxBurst: limit - 1}
		limiter, err := throttled.NewGCRARateLimiter(store, quota)
		if err != nil {
			return false, 0, err
		}
		limited, found, err := limiter.RateLimit(token, 1)
		if err != nil {
			return false, 0, err
		}
		return !limited, found.Remaining, nil
	}}
}

type question struct {
	ID     int
	Op     string
	Client string
	Token  string
	Limit  int
	Window int
}

func answer(clients map[string]client, asked question) object {
	if asked.Op == "list" {
		var listed []object
		for name, one := range clients {
			one.traits["name"] = name
			listed = append(listed, one.traits)
		}
		return object{"clients": listed}
	}
	allowed, left, err := clients[asked.Client].hit(asked.Token, asked.Limit, time.Duration(asked.Window)*time.Millisecond)
	if err != nil {
		return object{"error": err.Error()}
	}
	return object{"allowed": allowed, "left": left}
}

func main() {
	socket := os.Args[1]
	clients := map[string]client{
		"ulule/limiter": ulule(socket, "limiter", object{}),
		"throttled":     gcra(socket, "throttled:", object{}),
	}
	// Prefixes of a deployment's choice: with the limiter's own separator in it, with bytes that patterns of Redis escape.
	for name, chosen := range map[string]string{"parts": "app:prod", "bytes": "a*b[c]?\\ \"d\""} {
		under := []string{"under_a_prefix"}
		clients["ulule/limiter, prefix of "+name] = ulule(socket, chosen, object{"prefix": chosen + ":", "only": under})
		clients["throttled, prefix of "+name] = gcra(socket, chosen+"-", object{"only": under})
	}
	// Of a bare number nothing tells whose it is; a moment tells it.
	clients["ulule without prefix"] = ulule(socket, "", object{"only": []string{"without_a_prefix"}})
	clients["throttled without prefix"] = gcra(socket, "", object{"only": []string{"under_a_prefix"}})

	var saying sync.Mutex
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		go func() {
			said := answer(clients, asked)
			said["id"] = asked.ID
			text, _ := json.Marshal(said)
			saying.Lock()
			defer saying.Unlock()
			fmt.Println(string(text))
		}()
	}
}

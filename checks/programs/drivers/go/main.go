// Parse of net/url. Texts go out as octets: a character for each byte.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
)

func octets(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		out.WriteRune(rune(text[i]))
	}
	return out.String()
}

func answer(text string) map[string]string {
	found, err := url.Parse(text)
	if err != nil {
		return map[string]string{"error": err.Error()}
	}
	parts := map[string]string{}
	set := func(name, value string) { parts[name] = octets(value) }
	if found.Scheme != "" {
		set("scheme", found.Scheme)
	}
	if found.User != nil {
		user := found.User.Username()
		if password, present := found.User.Password(); present {
			user += ":" + password
		}
		set("userinfo", user)
	}
	if found.Host != "" {
		set("host", found.Hostname())
	}
	if found.Port() != "" {
		set("port", found.Port())
	}
	// A RawPath is empty where the path is encoded as Go would encode it.
	path, fragment := found.RawPath, found.RawFragment
	if path == "" {
		path = found.EscapedPath()
	}
	if found.Opaque != "" {
		path = found.Opaque
	}
	set("path", path)
	if found.ForceQuery || found.RawQuery != "" {
		set("query", found.RawQuery)
	}
	if found.Fragment != "" {
		if fragment == "" {
			fragment = found.EscapedFragment()
		}
		set("fragment", fragment)
	}
	return parts
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintln(out, strings.TrimPrefix(runtime.Version(), "go"))
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		text, err := hex.DecodeString(lines.Text())
		if err != nil {
			panic(err)
		}
		said, err := json.Marshal(answer(string(text)))
		if err != nil {
			panic(strconv.Quote(string(text)))
		}
		out.Write(append(said, '\n'))
	}
}

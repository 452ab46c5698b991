# URI.split.
require "json"
require "uri"

def answer(text)
  scheme, userinfo, host, port, _, path, opaque, query, fragment = URI.split(text)
  path, query = opaque.split("?", 2) if opaque
  { scheme: scheme, userinfo: userinfo, host: host, port: port, path: path, query: query,
    fragment: fragment }.compact
rescue URI::Error => refused
  { error: refused.class.name }
end

puts URI::VERSION
while (line = $stdin.gets)
  puts JSON.generate(answer([line.chomp].pack("H*").force_encoding("UTF-8")))
end

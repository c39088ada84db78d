# SPDX-License-Identifier: GPL-3.0-or-later
# The client from Debian's ruby-rack-attack, for prove.py: peers.rb SOCKET

require 'json'
require 'redis'
require 'rack/attack'

exit if ARGV[0] == 'check'

$stdout.sync = true
Rack::Attack.cache.store = Redis.new(path: ARGV[0])

# The prefix of its cache is one for the whole program; a question is answered before the next is read.
def rack_attack(prefix, traits = {})
  {
    format: 'rack-attack',
    key: "#{prefix}:{bucket}:proof:{token}",
    # A refused request renews the key's TTL to the end of the clock's window.
    retries: 'extend',
    hit: lambda do |token, limit, window|
      Rack::Attack.cache.prefix = prefix
      throttle = Rack::Attack::Throttle.new('proof', limit: limit, period: window / 1000, &:ip)
      request = Rack::Attack::Request.new('REMOTE_ADDR' => token)
      def request.ip = env['REMOTE_ADDR']
      refused = throttle.matched_by?(request)
      data = request.env['rack.attack.throttle_data']['proof']
      { allowed: !refused, left: [limit - data[:count], 0].max }
    end
  }.merge(traits)
end

CLIENTS = {
  'rack-attack' => rack_attack('rack::attack'),
  # Prefixes of a deployment's choice: with the limiter's own separator in it, with bytes that patterns of Redis escape.
  'rack-attack, prefix of parts' => rack_attack('app:prod', prefix: 'app:prod:', only: ['under_a_prefix']),
  'rack-attack, prefix of bytes' =>
    rack_attack('a*b[c]?\\ "d"', prefix: 'a*b[c]?\\ "d":', only: ['under_a_prefix']),
  'rack-attack without prefix' => rack_attack('', only: ['without_a_prefix'])
}.freeze

def answer(question)
  if question['op'] == 'list'
    return { clients: CLIENTS.map { |name, client| { name: name }.merge(client.except(:hit)) } }
  end

  CLIENTS[question['client']][:hit].call(*question.values_at('token', 'limit', 'window'))
rescue StandardError => e
  { error: e.full_message }
end

$stdin.each_line do |line|
  question = JSON.parse(line)
  puts JSON.generate(answer(question).merge(id: question['id']))
end

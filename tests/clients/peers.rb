# SPDX-License-Identifier: GPL-3.0-or-later
# The client from Debian's ruby-rack-attack, for prove.py: peers.rb [next] SOCKET; with "next" that of Debian's next release, and
# Rails'

require 'json'
require 'redis'
require 'rack/attack'
require 'rack/mock'

exit if ARGV[0] == 'check'

$stdout.sync = true
SOCKET = ARGV[-1]
NEXT = ARGV[0] == 'next'
Rack::Attack.cache.store = Redis.new(path: SOCKET)

# An application behind the middleware. What a request says of its limit is that of its token.
Rack::Attack.throttle('proof', limit: ->(request) { request.env['proof.limit'] },
                               period: ->(request) { request.env['proof.seconds'] }) do |request|
  request.env['HTTP_X_TOKEN'] unless request.env.key?('proof.fails')
end
Rack::Attack.blocklist('bans') do |request|
  limit, seconds, fails = request.env.values_at('proof.limit', 'proof.seconds', 'proof.fails')
  request.env.key?('proof.fails') && Rack::Attack::Fail2Ban.filter(
    request.env['HTTP_X_TOKEN'], maxretry: limit, findtime: 600, bantime: seconds
  ) { fails }
end
PAGE = Rack::Attack.new(->(_) { [200, {}, []] })

# The prefix of its cache is one for the whole program; a question is answered before the next is read.
def get(prefix, token, limit, window, more = {})
  Rack::Attack.cache.prefix = prefix
  env = Rack::MockRequest.env_for('/', 'HTTP_X_TOKEN' => token, 'proof.limit' => limit, 'proof.seconds' => window / 1000)
                         .merge(more)
  status, = PAGE.call(env)
  [status == 200, env['rack.attack.throttle_data']]
end

def rack_attack(prefix, traits = {})
  {
    format: 'rack-attack',
    key: "#{prefix}:{bucket}:proof:{token}",
    # A refused request renews the key's TTL to the end of the clock's window.
    retries: 'extend',
    hit: lambda do |token, limit, window|
      allowed, data = get(prefix, token, limit, window)
      { allowed: allowed, left: [limit - data['proof'][:count], 0].max }
    end
  }.merge(traits)
end

# Who fails too often is banned by a key of its own, which is the only one that is read: a request without a failure
# asks whether it is there.
def fail2ban(prefix, traits = {})
  {
    format: 'rack-attack-ban',
    key: "#{prefix}:fail2ban:ban:{token}",
    hit: ->(token, limit, window) { { allowed: get(prefix, token, limit, window, 'proof.fails' => false).first } },
    fail: lambda do |token, limit, window|
      get(prefix, token, limit, window, 'proof.fails' => true)
      {}
    end
  }.merge(traits)
end

clients = {}
clients['rack-attack'] = rack_attack('rack::attack')
clients['rack-attack Fail2Ban'] = fail2ban('rack::attack', only: ['ban'])
# Prefixes of a deployment's choice: with the limiter's own separator in it, with bytes that patterns of Redis escape. It is
# said of what it counts.
{ 'parts' => 'app:prod', 'bytes' => 'a*b[c]?\\ "d"' }.each do |name, chosen|
  said = { said: 'rack-attack', prefix: "#{chosen}:" }
  clients["rack-attack, prefix of #{name}"] = rack_attack(chosen, said.merge(only: ['under_a_prefix']))
  clients["rack-attack Fail2Ban, prefix of #{name}"] = fail2ban(chosen, said.merge(only: ['ban']))
end
clients['rack-attack without prefix'] = rack_attack('', only: ['without_a_prefix'])
if NEXT
  require 'active_support'
  require 'active_support/cache/redis_cache_store'
  require 'action_controller'

  # A controller without views.
  class PagesController < ActionController::Metal
    include AbstractController::Callbacks
    include ActionController::Head
    include ActionController::RateLimiting

    def show = head(:ok)
  end

  # Its limit belongs to the class; of another one the class is another.
  def rails(namespace = nil, traits = {})
    store = ActiveSupport::Cache::RedisCacheStore.new(url: "unix://#{SOCKET}", namespace: namespace)
    controllers = Hash.new do |made, (limit, window)|
      made[[limit, window]] = Class.new(PagesController) do
        def self.controller_path = 'pages'
        rate_limit to: limit, within: window / 1000.0, by: -> { request.headers['X-Token'] }, store: store
      end
    end
    {
      format: 'rails-rate-limit',
      key: "#{"#{namespace}:" if namespace}rate-limit:pages:{token}",
      hit: lambda do |token, limit, window|
        page = controllers[[limit, window]].action(:show)
        status, = page.call(Rack::MockRequest.env_for('/', 'HTTP_X_TOKEN' => token))
        { allowed: status == 200 }
      end
    }.merge(traits)
  end
  clients['rails'] = rails
  clients['rails, prefix of parts'] = rails('app:prod', only: ['under_a_prefix'])
  clients['rails, prefix of bytes'] = rails('a*b[c]?\\ "d"', only: ['under_a_prefix'])
end
CLIENTS = clients.freeze

def answer(question)
  if question['op'] == 'list'
    return { clients: CLIENTS.map { |name, client| { name: name }.merge(client.except(:hit, :fail)) } }
  end

  CLIENTS[question['client']][question['op'].to_sym].call(*question.values_at('token', 'limit', 'window'))
rescue StandardError => e
  { error: e.full_message }
end

$stdin.each_line do |line|
  question = JSON.parse(line)
  puts JSON.generate(answer(question).merge(id: question['id']))
end

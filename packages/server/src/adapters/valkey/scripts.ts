/**
 * Counts one request of a node in the current minute by the server's clock, and returns the window. The caller
 * compares its sum with the limit. The window is a hash with one count for each node, and expires by itself.
 *
 * KEYS[1]: the subject. ARGV: node, the minute that the node believes in, its own count in that minute, seconds to
 * live. Result: minute, count of the node, count of all nodes, Unix milliseconds.
 */
export const TAKE_SLOT = `
local time = redis.call('TIME')
local minute = math.floor(time[1] / 60)
local window = KEYS[1] .. ':' .. minute
local own = tonumber(redis.call('HGET', window, ARGV[1]) or '0') + 1
if tonumber(ARGV[2]) == minute and tonumber(ARGV[3]) > own then own = tonumber(ARGV[3]) end
redis.call('HSET', window, ARGV[1], own)
redis.call('EXPIRE', window, ARGV[4])
local sum = 0
for _, count in ipairs(redis.call('HVALS', window)) do sum = sum + count end
return { minute, own, sum, time[1] * 1000 + math.floor(time[2] / 1000) }
`

/** Reads the window. KEYS[1]: the subject. ARGV: node. Result: as in `TAKE_SLOT`. */
export const READ_WINDOW = `
local time = redis.call('TIME')
local minute = math.floor(time[1] / 60)
local window = KEYS[1] .. ':' .. minute
local own = tonumber(redis.call('HGET', window, ARGV[1]) or '0')
local sum = 0
for _, count in ipairs(redis.call('HVALS', window)) do sum = sum + count end
return { minute, own, sum, time[1] * 1000 + math.floor(time[2] / 1000) }
`

/**
 * Records a heartbeat of a node, and returns the number of live nodes. KEYS[1]: the set of nodes. ARGV: node,
 * milliseconds for which a node counts after its last heartbeat.
 */
export const BEAT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2] * 2)
return redis.call('ZCARD', KEYS[1])
`

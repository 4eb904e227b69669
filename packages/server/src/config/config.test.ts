import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { defaultUpstream } from './upstreams.ts'

test('PLEAT_CACHE_PRICES=none gives the default upstreams prices without a cache', () => {
  const pricesOf = (variables: Record<string, string>) => readConfig(variables).upstreams.map(({ prices }) => prices)
  expect(pricesOf({ PLEAT_CACHE_PRICES: 'none' })).toEqual(['none', 'none'])
  expect(pricesOf({})).toEqual(['openai', 'anthropic'])
})

test('the defaults apply without any variable', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    dataDir: './data',
    databaseConnections: 10,
    databaseGraceMs: 300_000,
    retention: {
      sessionLifetimeMs: 7 * 86_400_000,
      turnLifetimeMs: 7 * 86_400_000,
      snapshotLifetimeMs: 3_600_000,
      usageLifetimeMs: undefined,
      comparisonLifetimeMs: 90 * 86_400_000,
    },
    upstreams: [
      defaultUpstream('openai', 'https://api.openai.com/v1'),
      defaultUpstream('anthropic', 'https://api.anthropic.com'),
    ],
    requestsPerMinute: 2000,
    workers: 1,
    warmsUp: true,
    nodes: 1,
    maxBodyBytes: 32 * 1024 * 1024,
    upstreamConnections: 256,
    maxBodiesBytes: 256 * 1024 * 1024,
    foldBytes: 192 * 1024 * 1024,
    maxConnections: 4096,
    passThrough: ['/v1'],
    maxPassThroughBytes: 1024 * 1024 * 1024,
    corsOrigins: [],
    hasTagClouds: true,
    genAiNames: 'v1.41',
    providerAddresses: {
      openai: { name: 'openai', host: 'api.openai.com', port: 443 },
      anthropic: { name: 'anthropic', host: 'api.anthropic.com', port: 443 },
    },
    forwardsTraces: false,
    mode: 'fold',
    holdoutShare: 0,
    alerts: { thresholds: [0.8, 1], failureShare: 0.25, quietMs: 3_600_000 },
    logLevel: 'info',
    drainDelayMs: 0,
    drainTimeoutMs: 600_000,
    warnings: [],
  })
})

test.each([
  ['PLEAT_HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['PLEAT_HOST', '::1', { host: '::1' }],
  ['PLEAT_ALERT_AT', '100%, 50%,50%', { alerts: { thresholds: [0.5, 1], failureShare: 0.25, quietMs: 3_600_000 } }],
  ['PLEAT_PORT', '0', { port: 0 }],
  ['PLEAT_PORT', ' 65535 ', { port: 65_535 }],
  ['PLEAT_DATA_DIR', '/var/lib/my pleat', { dataDir: '/var/lib/my pleat' }],
  ['PLEAT_RPM', '1', { requestsPerMinute: 1 }],
  ['PLEAT_RPM', '1000000', { requestsPerMinute: 1_000_000 }],
  ['PLEAT_DRAIN_DELAY_SECONDS', '5', { drainDelayMs: 5000 }],
  ['PLEAT_DRAIN_SECONDS', '30', { drainTimeoutMs: 30_000 }],
  ['PLEAT_WORKERS', '4', { workers: 4 }],
  ['PLEAT_WARM_UP', 'off', { warmsUp: false }],
  ['PLEAT_WORKERS', 'auto', { workers: availableParallelism() }],
  ['PLEAT_NODES', '3', { nodes: 3 }],
  ['PLEAT_REDIS_URL', 'rediss://user:password@redis.example:6380/1', {}],
  ['PLEAT_REDIS_URL', 'valkey://valkey.example', {}],
  ['PLEAT_MAX_BODY_MB', '1', { maxBodyBytes: 1_048_576 }],
  ['PLEAT_UPSTREAM_CONNECTIONS', '1', { upstreamConnections: 1 }],
  ['PLEAT_MAX_BODY_MB', '2', { maxBodiesBytes: 16 * 1_048_576 }],
  ['PLEAT_MAX_BODIES_MB', '512', { maxBodiesBytes: 512 * 1_048_576 }],
  ['PLEAT_FOLD_MEMORY_MB', '128', { foldBytes: 128 * 1_048_576 }],
  ['PLEAT_MAX_CONNECTIONS', '20000', { maxConnections: 20_000 }],
  ['PLEAT_PASS_THROUGH', 'on', { passThrough: ['/v1'] }],
  ['PLEAT_PASS_THROUGH', 'off', { passThrough: [] }],
  ['PLEAT_PASS_THROUGH', '/v1/files/, /v1/audio/speech', { passThrough: ['/v1/files', '/v1/audio/speech'] }],
  ['PLEAT_MAX_PASS_THROUGH_MB', '2048', { maxPassThroughBytes: 2048 * 1_048_576 }],
  ['PLEAT_CORS_ORIGINS', '*', { corsOrigins: ['*'] }],
  ['PLEAT_CORS_ORIGINS', 'https://a.example:8443/,app://x.y', { corsOrigins: ['https://a.example:8443', 'app://x.y'] }],
  ['PLEAT_PUBLIC_URL', 'https://pleat.example/llm/v1/', { publicUrl: 'https://pleat.example/llm' }],
  ['PLEAT_PUBLIC_URL', 'http://10.0.0.7:8080', { publicUrl: 'http://10.0.0.7:8080' }],
  ['PLEAT_SIGNUP_URL', 'https://example.com/a?b=c#d', { signupUrl: 'https://example.com/a?b=c#d' }],
  ['PLEAT_PRICES', 'my prices.json', { pricesFile: 'my prices.json' }],
  ['PLEAT_ADMIN_TOKEN', '0123456789abcdef', {}],
  ['PLEAT_METRICS_PORT', '9464', { metricsPort: 9464 }],
  ['PLEAT_METRICS_TOKEN', '0123456789abcdef', {}],
  ['PLEAT_TRACE_FORWARD', 'on', { forwardsTraces: true }],
  ['PLEAT_MODE', 'observe', { mode: 'observe' }],
  ['PLEAT_HOLDOUT', '5%', { holdoutShare: 0.05 }],
  ['PLEAT_HOLDOUT', '0.25 %', { holdoutShare: 0.0025 }],
  ['OTEL_SEMCONV_STABILITY_OPT_IN', 'gen_ai_latest_experimental', { genAiNames: 'latest' }],
  ['PLEAT_TAG_CLOUD', 'on', { hasTagClouds: true }],
  ['PLEAT_TAG_CLOUD', 'off', { hasTagClouds: false }],
  ['PLEAT_LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['PLEAT_SECRET', '0123456789abcdef', {}],
  ['OPENAI_API_KEY', 'sk-1', {}],
  ['ANTHROPIC_API_KEY', 'sk-ant-1', {}],
  ['PLEAT_PORT', '  ', { port: 8080 }],
])('%s may be "%s"', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

test.each([
  ['http://127.0.0.1:9100/v1//', 'https://gateway.example/anthropic/', '/v1', '/anthropic'],
  ['http://127.0.0.1:9100', 'https://gateway.example/v1', '/v1', ''],
  ['http://127.0.0.1:9100/', 'https://gateway.example/anthropic/v1/', '/v1', '/anthropic'],
  ['http://127.0.0.1:9100/openai', 'https://gateway.example', '/openai', ''],
])('base URLs %s and %s get the version that their API expects', (openai, anthropic, ofOpenAi, ofAnthropic) => {
  const { upstreams } = readConfig({ PLEAT_OPENAI_URL: openai, PLEAT_ANTHROPIC_URL: anthropic })
  expect(upstreams.map(({ base }) => base)).toEqual([
    { origin: 'http://127.0.0.1:9100', path: ofOpenAi },
    { origin: 'https://gateway.example', path: ofAnthropic },
  ])
})

test.each([
  ['PLEAT_HOST', 'two words', 'must be an address or a host name without spaces'],
  ['PLEAT_PORT', '65536', 'must be a whole number from 0 to 65535'],
  ['PLEAT_TAG_CLOUD', 'no', 'must be on or off'],
  ['PLEAT_PASS_THROUGH', 'yes', 'must be on, off, or path prefixes separated by commas, such as /v1/embeddings'],
  ['PLEAT_PASS_THROUGH', '/v1/files,/admin', 'must be on, off, or path prefixes separated by commas'],
  ['PLEAT_MAX_PASS_THROUGH_MB', '0', 'must be a whole number from 1 to 1048576'],
  ['PLEAT_CORS_ORIGINS', 'app.example', 'must be *, or origins separated by commas, such as https://app.example'],
  ['PLEAT_CORS_ORIGINS', 'https://a.example/path', 'must be *, or origins separated by commas'],
  ['HTTPS_PROXY', 'socks5://proxy:1080', 'must be the address of an HTTP proxy'],
  ['http_proxy', 'http://', 'must be the address of an HTTP proxy'],
  ['PLEAT_UPSTREAM_CONNECTIONS', '0', 'must be a whole number from 1 to 65535'],
  ['PLEAT_PORT', '-1', 'must be a whole number from 0 to 65535'],
  ['PLEAT_PORT', '0x50', 'must be a whole number from 0 to 65535'],
  ['PLEAT_PORT', '80.5', 'must be a whole number from 0 to 65535'],
  ['PLEAT_DATA_DIR', 'a\0b', 'must be the path of a directory'],
  ['PLEAT_MAX_BODIES_MB', '255', 'must be at least 8 times PLEAT_MAX_BODY_MB, 256'],
  ['PLEAT_MAX_CONNECTIONS', '15', 'must be a whole number from 16 to 1000000'],
  ['PLEAT_OPENAI_URL', 'api.openai.com', 'must be an address that starts with http:// or https://'],
  ['PLEAT_OPENAI_URL', 'ftp://x/', 'must be an address that starts with http:// or https://'],
  ['PLEAT_ANTHROPIC_URL', 'https://x/?a=1', 'must be an address that starts with http:// or https://'],
  ['PLEAT_ANTHROPIC_URL', 'https://user:word@x/', 'must be an address that starts with http:// or https://'],
  ['PLEAT_RPM', '0', 'must be a whole number from 1 to 1000000000'],
  ['PLEAT_RPM', 'many', 'must be a whole number from 1 to 1000000000'],
  ['PLEAT_MAX_BODY_MB', '0', 'must be a whole number from 1 to 1024'],
  ['PLEAT_MAX_BODY_MB', '1e2', 'must be a whole number from 1 to 1024'],
  ['PLEAT_LOG_LEVEL', 'verbose', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ['PLEAT_PUBLIC_URL', 'pleat.example', 'must be an address that starts with http:// or https:// and has no user'],
  ['PLEAT_SIGNUP_URL', 'example.com', 'must be a URL that starts with http:// or https://'],
  ['PLEAT_SIGNUP_URL', 'javascript:alert(1)', 'must be a URL that starts with http:// or https://'],
  ['PLEAT_SIGNUP_URL', 'https://a b', 'must be a URL that starts with http:// or https://'],
  ['PLEAT_PRICES', 'a\0b', 'must be the path of a file'],
  ['PLEAT_ADMIN_TOKEN', '0123456789abcde', 'must have at least 16 characters'],
  ['PLEAT_ADMIN_TOKEN', '0123456789 abcdef', 'must be printable ASCII characters without spaces'],
  ['PLEAT_SECRET', 'too short', 'must have at least 16 characters'],
  ['OPENAI_API_KEY', 'sk 1', 'must be printable ASCII characters without spaces'],
  ['ANTHROPIC_API_KEY', 'sk-\u00e9', 'must be printable ASCII characters without spaces'],
])('%s may not be "%s"', (name, value, allowed) => {
  const error = configErrorOf({ [name]: value })
  expect(error.problems).toHaveLength(1)
  expect(error.problems[0]).toContain(`${name} ${allowed}`)
})

test('the error of an invalid secret does not contain its value', () => {
  const values = { PLEAT_SECRET: 'short-xyz', OPENAI_API_KEY: 'sk xyz', ANTHROPIC_API_KEY: 'sk-ant xyz' }
  const { message, problems } = configErrorOf(values)
  expect(problems).toHaveLength(3)
  expect(message).not.toContain('xyz')
})

test('one error names all invalid variables', () => {
  const { problems } = configErrorOf({ PLEAT_PORT: 'x', PLEAT_RPM: 'y', PLEAT_SECRET: 'z' })
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['PLEAT_PORT', 'PLEAT_RPM', 'PLEAT_SECRET'])
})

test('an unknown PLEAT_ variable causes a warning with the closest known name', () => {
  const { warnings } = readConfig({ PLEAT_PROT: '1', PLEAT_XYZZY_UNHEARD_OF: '1', PLEAT_EMPTY: '', PATH: '/bin' })
  expect(warnings).toEqual([
    'PLEAT_PROT is not a setting of this server; did you mean PLEAT_PORT?',
    'PLEAT_XYZZY_UNHEARD_OF is not a setting of this server',
  ])
})

function configErrorOf(record: Record<string, string>): ConfigError {
  try {
    readConfig(record)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('no error')
}

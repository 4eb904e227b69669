import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { firstAtAddress } from './provider-addresses.ts'

test('telemetry is off without an endpoint, and when it is disabled', () => {
  expect(readConfig({}).telemetry).toBeUndefined()
  expect(readConfig({ OTEL_TRACES_EXPORTER: 'otlp' }).telemetry).toBeUndefined()
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }).telemetry).toBeUndefined()
  const none = { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }
  expect(readConfig({ ...endpoint, ...none }).telemetry).toBeUndefined()
})

test('signal paths are appended to the base endpoint, and not to the address of one signal', () => {
  const telemetry = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/base/',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
  }).telemetry
  expect(telemetry).toMatchObject({
    tracesUrl: 'https://traces.example/in',
    metricsUrl: 'https://collector.example/base/v1/metrics',
    serviceName: 'pleat',
    timeoutMs: 10_000,
    isCompressed: false,
    exportIntervalMs: 60_000,
    spanDelayMs: 5_000,
    sampler: { share: 1, followsParent: true },
  })
})

test.each([
  ['always_off', { share: 0, followsParent: false }],
  ['traceidratio', { share: 0.25, followsParent: false }],
  ['parentbased_traceidratio', { share: 0.25, followsParent: true }],
])('the sampler %s is read with its argument', (name, sampler) => {
  const variables = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: '0.25' }
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', ...variables }).telemetry?.sampler).toEqual(sampler)
})

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'http/json'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'http://'],
  ['OTEL_TRACES_SAMPLER', 'sometimes', 'parentbased_always_on'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', '0 to 1'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s', 'milliseconds'],
  ['OTEL_METRICS_EXPORTER', 'prometheus', 'otlp or none'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=1', 'name=value'],
])('the error for %s=%s names the variable and the allowed values', (variable, value, allowed) => {
  expect(() => readConfig({ [variable]: value })).toThrow(new RegExp(`${variable} must .*${allowed}`))
})

test('the host of a known service determines its name, and every upstream has its own address', () => {
  const { providerAddresses } = readConfig({
    PLEAT_OPENAI_URL: 'https://mine.openai.azure.com/openai/v1',
    PLEAT_ANTHROPIC_URL: 'http://localhost:9000',
    PLEAT_UPSTREAMS: JSON.stringify([{ name: 'fast', api: 'openai', url: 'https://api.groq.com/openai/v1' }]),
  })
  expect(providerAddresses).toEqual({
    fast: { name: 'groq', host: 'api.groq.com', port: 443 },
    openai: { name: 'azure.ai.openai', host: 'mine.openai.azure.com', port: 443 },
    anthropic: { name: 'anthropic', host: 'localhost', port: 9000 },
  })
})

test('upstreams at one address count as one', () => {
  const entries = ['a', 'b'].map((name) => ({ name, api: 'openai', url: 'http://127.0.0.1:9100/v1' }))
  const { providerAddresses } = readConfig({ PLEAT_UPSTREAMS: JSON.stringify(entries) })
  expect(Object.fromEntries(firstAtAddress(providerAddresses))).toEqual({
    a: 'a',
    b: 'a',
    openai: 'openai',
    anthropic: 'anthropic',
  })
})

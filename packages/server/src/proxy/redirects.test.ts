import { describe, expect, test } from 'vitest'
import { exactBaseAddress } from '../config/base-address.ts'
import { ownLocations } from './redirects.ts'

const locationOf = (location: string, base: string, prefix = '') =>
  ownLocations(['X-A', 'Location', 'location', location], { base: exactBaseAddress(base), path: undefined }, prefix)

describe('a redirect of an upstream', () => {
  test.each([
    ['http://vllm:8000/v1/models?a=1', 'http://vllm:8000/v1', '/v1', '/v1/models?a=1'],
    ['http://vllm:80/v1/models', 'http://vllm/v1', '/v1', '/v1/models'],
    ['/v1/models', 'http://vllm:8000/v1', '/v1', '/v1/models'],
    ['/openai/v1/files', 'https://gateway.example/openai/v1', '/v1', '/v1/files'],
    ['https://api.example/anthropic/v1/files', 'https://api.example/anthropic', '', '/v1/files'],
  ])('to %s of %s becomes a path of this server', (location, base, prefix, expected) => {
    expect(locationOf(location, base, prefix)).toEqual(['X-A', 'Location', 'location', expected])
  })

  test.each([
    ['https://files.example/a', 'http://vllm:8000/v1'],
    ['//files.example/v1/a', 'http://vllm:8000/v1'],
    ['https://vllm:8000/v1/models', 'http://vllm:8000/v1'],
    ['http://vllm:8000/admin', 'http://vllm:8000/v1'],
    ['models', 'http://vllm:8000/v1'],
    ['http://[', 'http://vllm:8000/v1'],
  ])('to %s is left to the client', (location, base) => {
    expect(locationOf(location, base, '/v1')).toEqual(['X-A', 'Location', 'location', location])
  })

  test('is unchanged if a template makes the paths', () => {
    const headers = ['Location', 'https://a.example/openai/deployments/m/chat']
    const path = { template: '/openai/deployments/{model}{path}', prefixes: undefined }
    expect(ownLocations(headers, { base: exactBaseAddress('https://a.example'), path }, '/v1')).toBe(headers)
  })
})

import { expect, test } from 'vitest'
import { parseServer } from './server-address.ts'

test.each([
  ['https://pleat.example', 'https://pleat.example'],
  [' https://pleat.example/v1/ ', 'https://pleat.example'],
  ['https://pleat.example/llm//', 'https://pleat.example/llm'],
  ['https://pleat.example/llm/v1?key=a#b', 'https://pleat.example/llm'],
  ['pleat.example', 'https://pleat.example'],
  ['localhost:8080', 'http://localhost:8080'],
  ['127.0.0.1:8080/v1', 'http://127.0.0.1:8080'],
  ['[::1]:8080', 'http://[::1]:8080'],
])('%j is the server %s', (text, server) => {
  expect(parseServer(text)).toBe(server)
})

test.each([
  ['::1', 'is not valid; an IPv6 address needs brackets'],
  ['ftp://pleat.example', 'must start with http:// or https://'],
  ['s3://bucket', 'must start with http:// or https://'],
  ['https://user:password@pleat.example', 'must not contain a user name or a password'],
])('%j is refused', (text, problem) => {
  expect(() => parseServer(text)).toThrow(problem)
})

import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  [{ PLEAT_HOST: '0.0.0.0' }, /^PLEAT_HOST is 0\.0\.0\.0: .*not encrypted.* TLS/],
  [{ PLEAT_HOST: '::' }, /^PLEAT_HOST is ::: .*not encrypted/],
  [{ PLEAT_HOST: 'pleat.internal' }, /not encrypted/],
  [{ PLEAT_OPENAI_URL: 'https://openrouter.ai/api' }, /want https:\/\/openrouter\.ai\/api\/v1$/],
  [{ PLEAT_OPENAI_URL: 'http://localhost:8000/api/' }, / go to http:\/\/localhost:8000\/api\/chat\/completions\./],
  [{ PLEAT_ANTHROPIC_URL: 'https://gateway.example/v2' }, /^PLEAT_ANTHROPIC_URL .*\/v2\/v1\/messages/],
])('%j is accepted with a warning that names the value and the remedy', (variables, warning) => {
  expect(readConfig(variables).warnings).toEqual([expect.stringMatching(warning)])
})

test.each([
  [{}],
  [{ PLEAT_HOST: 'localhost' }],
  [{ PLEAT_HOST: '127.0.0.2' }],
  [{ PLEAT_HOST: '::1' }],
  [{ PLEAT_OPENAI_URL: 'http://localhost:8000' }],
  [{ PLEAT_OPENAI_URL: 'https://openrouter.ai/api/v1' }],
  [{ PLEAT_OPENAI_URL: 'https://generativelanguage.googleapis.com/v1beta/openai' }],
  [{ PLEAT_ANTHROPIC_URL: 'https://gateway.example/anthropic' }],
  [{ PLEAT_ANTHROPIC_URL: 'https://api.anthropic.com/v1' }],
])('%j needs no warning', (variables) => {
  expect(readConfig(variables).warnings).toEqual([])
})

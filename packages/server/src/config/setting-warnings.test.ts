import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  [{ PLEAT_HOST: '0.0.0.0' }, /^PLEAT_HOST is 0\.0\.0\.0: .*not encrypted.* TLS/],
  [{ PLEAT_HOST: '::' }, /^PLEAT_HOST is ::: .*not encrypted/],
  [{ PLEAT_HOST: 'pleat.internal' }, /not encrypted/],
  [{ PLEAT_OPENAI_URL: 'http://localhost:8000' }, /^PLEAT_OPENAI_URL .*Most servers want http:\/\/localhost:8000\/v1$/],
  [{ PLEAT_OPENAI_URL: 'https://openrouter.ai/api' }, /want https:\/\/openrouter\.ai\/api\/v1$/],
  [{ PLEAT_ANTHROPIC_URL: 'https://api.anthropic.com/v1' }, /^PLEAT_ANTHROPIC_URL .*\/v1\/v1\/messages/],
])('%j is accepted with a warning that names the value and the remedy', (variables, warning) => {
  expect(readConfig(variables).warnings).toEqual([expect.stringMatching(warning)])
})

test.each([
  [{}],
  [{ PLEAT_HOST: 'localhost' }],
  [{ PLEAT_HOST: '127.0.0.2' }],
  [{ PLEAT_HOST: '::1' }],
  [{ PLEAT_OPENAI_URL: 'https://openrouter.ai/api/v1' }],
  [{ PLEAT_OPENAI_URL: 'https://generativelanguage.googleapis.com/v1beta/openai' }],
  [{ PLEAT_ANTHROPIC_URL: 'https://gateway.example/anthropic' }],
])('%j needs no warning', (variables) => {
  expect(readConfig(variables).warnings).toEqual([])
})

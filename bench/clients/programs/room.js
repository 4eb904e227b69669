import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

/** Where the server is, a key of it, and what is said: `{ number, question, reference, result }` for each turn. */
export const { url, key, turns } = JSON.parse(readFileSync(new URL('./room.json', import.meta.url), 'utf8'))

export const TOOL_NAME = 'depot'
export const TOOL_DESCRIPTION = 'State of a gate'
export const TOOL_SCHEMA = {
  type: 'object',
  properties: { gate: { type: 'number' } },
  required: ['gate'],
  additionalProperties: false,
}

/** Fails unless this is what the provider answers in this turn. */
export function check({ number, reference }, text) {
  assert.ok(String(text).includes(reference), `turn ${number} was answered with: ${String(text).slice(0, 200)}`)
}

/** What the tool says. */
export const resultOf = ({ gate }) => turns[gate - 1].result

export { assert }

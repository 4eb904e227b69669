import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

/** The server's address, a key of it, and the text of each turn: `{ number, question, reference, result }`. */
export const { url, key, turns } = JSON.parse(readFileSync(new URL('./room.json', import.meta.url), 'utf8'))

export const TOOL_NAME = 'depot'
export const TOOL_DESCRIPTION = 'State of a gate'
export const TOOL_SCHEMA = {
  type: 'object',
  properties: { gate: { type: 'number' } },
  required: ['gate'],
  additionalProperties: false,
}

/** Throws unless `text` is the answer of the provider in this turn. */
export function check({ number, reference }, text) {
  assert.ok(String(text).includes(reference), `turn ${number} was answered with: ${String(text).slice(0, 200)}`)
}

/** The result of the tool call. */
export const resultOf = ({ gate }) => turns[gate - 1].result

export { assert }

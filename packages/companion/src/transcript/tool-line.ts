import { onOneLine, shorten } from './shorten.ts'

/** Longest arguments and longest output of a tool in a message, in characters. */
const ARGUMENTS = 300
const OUTPUT = 2_000

/** A tool call on one line. */
export function toolCallLine(name: string, input: unknown): string {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
  return `Called ${name || 'a tool'}: ${shorten(onOneLine(text), ARGUMENTS)}`
}

/** Shortened tool output; empty for blank output. */
export function toolResultText(output: string, isError = false): string {
  const text = output.trim()
  if (!text) return ''
  return `${isError ? 'Tool error' : 'Tool result'}: ${shorten(text, OUTPUT)}`
}

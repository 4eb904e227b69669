import { onOneLine, shorten } from './shorten.ts'

/** Longest arguments and longest output of a tool in a message, in characters. */
const ARGUMENTS = 300
const OUTPUT = 2_000

/** One line for a call of a tool. */
export function toolCallLine(name: string, input: unknown): string {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
  return `Called ${name || 'a tool'}: ${shorten(onOneLine(text), ARGUMENTS)}`
}

/** What a tool gave back, shortened; empty when it gave nothing. */
export function toolResultText(output: string, isError = false): string {
  const text = output.trim()
  if (!text) return ''
  return `${isError ? 'Tool error' : 'Tool result'}: ${shorten(text, OUTPUT)}`
}

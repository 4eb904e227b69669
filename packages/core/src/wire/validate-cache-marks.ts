import { type Fields, isObject } from '../json.ts'
import { MAX_MARKS } from './cache-mark.ts'

/** The first broken rule about `cache_control` on the messages wire, or undefined. */
export function findCacheMarkProblem(body: Fields, messages: readonly Fields[]): string | undefined {
  const carriers = [...blocksOf(body.tools), ...blocksOf(body.system)]
  for (const message of messages) {
    for (const block of blocksOf(message.content)) {
      if (block.type === 'tool_result') for (const inner of blocksOf(block.content)) carriers.push(inner)
      carriers.push(block)
    }
  }
  carriers.push(body)
  const marked = carriers.filter((carrier) => carrier.cache_control !== undefined && carrier.cache_control !== null)
  if (marked.length > MAX_MARKS) return `${marked.length} blocks carry cache_control, more than ${MAX_MARKS}`
  let isPastShort = false
  for (const carrier of marked) {
    if (carrier.type === 'thinking' || carrier.type === 'redacted_thinking') return 'cache_control on thinking'
    if (carrier.type === 'text' && carrier.text === '') return 'cache_control on an empty text'
    const isLong = (carrier.cache_control as Fields).ttl === '1h'
    if (isLong && isPastShort) return 'cache_control of one hour after one of five minutes'
    if (!isLong) isPastShort = true
  }
  return undefined
}

function blocksOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value.filter(isObject) as Fields[]) : []
}

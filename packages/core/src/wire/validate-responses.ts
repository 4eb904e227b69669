import type { Fields } from '../json.ts'
import { countMarks, MAX_MARKS } from './cache-mark.ts'
import { CALL_OF_RESULT, typeOfItem } from './responses-items.ts'

const ROLES = ['system', 'developer', 'user', 'assistant']

const CALLS = new Set(CALL_OF_RESULT.values())

/** The first broken rule of the responses wire, or undefined. */
export function findResponsesProblem(body: Fields, items: readonly Fields[]): string | undefined {
  for (const [index, item] of items.entries()) {
    const problem = findItemProblem(item)
    if (problem !== undefined) return `input[${index}]: ${problem}`
  }
  return (
    findIdProblem(items) ??
    findPairProblem(items) ??
    findReasoningProblem(items) ??
    findFormatProblem(body, items) ??
    (countMarks(JSON.stringify(items)) > MAX_MARKS ? `more than ${MAX_MARKS} cache breakpoints` : undefined)
  )
}

function findItemProblem(item: Fields): string | undefined {
  const type = typeOfItem(item)
  if (type === undefined) return 'neither a type, nor a role, nor an id'
  if (type !== 'message') return undefined
  const { role, content } = item
  if (typeof role !== 'string' || !ROLES.includes(role)) return 'unknown role'
  if (typeof content === 'string' || (role === 'assistant' && (content === null || content === undefined))) return
  if (!Array.isArray(content)) return 'content is neither text nor an array'
  return content.every((part: unknown) => typeof (part as Fields | null)?.type === 'string')
    ? undefined
    : 'a part of the content has no type'
}

function findIdProblem(items: readonly Fields[]): string | undefined {
  const seen = new Set<unknown>()
  for (const [index, item] of items.entries()) {
    if (typeof item.id !== 'string' || typeOfItem(item) === 'item_reference') continue
    if (seen.has(item.id)) return `input[${index}]: an id is used twice`
    seen.add(item.id)
  }
  return undefined
}

/** Each call is answered somewhere after it, unless its tool may answer later, and every result has its call. */
function findPairProblem(items: readonly Fields[]): string | undefined {
  const open = new Map<string, boolean>()
  for (const [index, item] of items.entries()) {
    const type = typeOfItem(item) ?? ''
    if (CALLS.has(type)) open.set(keyOf(type, item), item.async === true)
    const called = CALL_OF_RESULT.get(type)
    if (called !== undefined && !open.delete(keyOf(called, item)))
      return `input[${index}]: a result answers no open call`
  }
  return [...open.values()].every((isAsync) => isAsync) ? undefined : 'a call is not answered'
}

function keyOf(type: string, { call_id: callId, approval_request_id: approvalId, id }: Fields): string {
  return JSON.stringify([type, approvalId ?? callId ?? id])
}

/** Reasoning is followed by its results, in the same answer. */
function findReasoningProblem(items: readonly Fields[]): string | undefined {
  for (const [index, item] of items.entries()) {
    if (typeOfItem(item) !== 'reasoning' || typeof item.id !== 'string') continue
    const next = items[index + 1]
    const type = next && typeOfItem(next)
    const isSaidToModel = type === 'message' && next?.role !== 'assistant'
    if (type === undefined || CALL_OF_RESULT.has(type) || isSaidToModel) {
      return `input[${index}]: a reasoning item is not followed by its result`
    }
  }
  return undefined
}

/** With `json_object`, the provider requires the word JSON in the input. */
function findFormatProblem(body: Fields, items: readonly Fields[]): string | undefined {
  const { format } = (body.text ?? {}) as { readonly format?: Fields | null }
  if (format?.type !== 'json_object') return undefined
  const isNamed = items.some((item) => /json/i.test(JSON.stringify([item.content, item.output]) ?? ''))
  return isNamed ? undefined : 'text.format is json_object, but no item contains the word JSON'
}

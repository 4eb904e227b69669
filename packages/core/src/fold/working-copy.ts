import type { Source } from './source.ts'
import type { FoldState } from './state.ts'

/** True if other requests may use the state too. Steps that change it must not pause. */
export function isShared({ state, shared }: Source): boolean {
  return state === shared
}

/**
 * Replaces a shared state with a copy, so that work on the whole history can pause. Until `writeBack`, other requests
 * find the state as it was before this work.
 */
export function workOnCopy(source: Source): void {
  if (isShared(source)) source.state = copyOf(source.state)
}

/**
 * Writes a finished copy, to which no message was appended, back into the shared state. If another request has appended
 * or replaced messages there meanwhile, the copy stays a separate state.
 */
export function writeBack(source: Source): void {
  const { state: copy, shared } = source
  if (!shared || isShared(source)) return
  const { keys, tokens, terms, meanings, turns, roles, cloud } = shared
  if (keys.length !== copy.keys.length || !keys.every((key, index) => key === copy.keys[index])) return
  // These are equal in both. A snapshot that is being written holds those of the shared state.
  source.state = Object.assign(shared, copy, { keys, tokens, terms, meanings, turns, roles, cloud })
}

/** A copy that can change independently. Only the entries of lists and maps, which never change, are shared. */
function copyOf(state: FoldState): FoldState {
  return { ...copyOfFields(state), bills: state.bills.map((bill) => ({ ...bill })) }
}

function copyOfFields<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyOfField(field)])) as Value
}

function copyOfField(field: unknown): unknown {
  if (Array.isArray(field) || field instanceof Int8Array || field instanceof Uint8Array) return field.slice()
  if (field instanceof Int32Array || field instanceof Uint32Array) return field.slice()
  if (field instanceof Map) return new Map(field)
  if (field instanceof Set) return new Set(field)
  return typeof field === 'object' && field !== null ? copyOfFields(field) : field
}

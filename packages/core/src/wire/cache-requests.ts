import { type Fields, isFields } from '../json.ts'

/** Members of a body, of a block of its instructions or of a tool, that ask for caching. */
const ASKING = ['cache_control', 'prompt_cache_breakpoint', 'prompt_cache_retention', 'prompt_cache_options']

/**
 * The members outside of the messages that ask for caching, as JSON: `"cache_control":{"type":"ephemeral"}`. `top` contains the
 * members of the body.
 */
export function readCacheRequests(top: Fields): readonly string[] {
  return [top, ...fieldsIn(top.system), ...fieldsIn(top.tools)].flatMap((carrier) =>
    ASKING.flatMap((name) => (Object.hasOwn(carrier, name) ? [`"${name}":${JSON.stringify(carrier[name])}`] : [])),
  )
}

function fieldsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

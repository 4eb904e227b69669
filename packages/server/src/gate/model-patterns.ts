import { ServiceError } from '../errors.ts'
import type { Caller } from './key-port.ts'
import { shownValue } from './shown-value.ts'

/**
 * True if `model` matches one of `patterns`, in which `*` matches any text. Upper and lower case differ, as they do for
 * providers.
 */
export function matchesAny(patterns: readonly string[], model: string): boolean {
  return patterns.some((pattern) => matches(pattern, model))
}

/** Matches the parts between the stars from left to right, in linear time for every pattern. */
function matches(pattern: string, model: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return model === first
  if (!model.startsWith(first) || model.length < first.length + last.length || !model.endsWith(last)) return false
  let from = first.length
  for (const part of others) {
    const at = model.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return from <= model.length - last.length
}

/**
 * Checks that the caller's key may use `model`.
 * @throws {ServiceError} model_not_allowed
 */
export function requireAllowedModel({ limits }: Caller, model: string): void {
  if (!limits || limits.models.length === 0 || matchesAny(limits.models, model)) return
  throw new ServiceError('model_not_allowed', {
    message: `The API key may not use the model ${shownValue(model)}. It may use: ${limits.models.join(', ')}.`,
    parameter: 'model',
  })
}

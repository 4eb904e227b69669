import type { z } from 'zod'
import { ServiceError } from '../errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON body and checks it with `schema`. Errors name the field and the allowed values, never the rejected value.
 * @throws {ServiceError} invalid_json, invalid_request
 */
export function readJson<Schema extends z.ZodType>(body: Buffer, schema: Schema): z.output<Schema> {
  return checkFields(parseJson(body), schema)
}

/**
 * Checks a value of a request (a body, or the fields of a query) with `schema`.
 * @throws {ServiceError} invalid_request
 */
export function checkFields<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  const parameter = pathOf(path)
  throw new ServiceError('invalid_request', {
    message: `${parameter || 'The request body'} ${message}.`,
    ...(parameter !== '' && { parameter }),
  })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch (cause) {
    throw new ServiceError('invalid_json', { cause })
  }
}

/** A path as clients write it: `messages[3].role`. */
function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')
}

import type { WireFormat } from '@pleat/core'
import { UsageError } from './usage-error.ts'

const FORMATS: Readonly<Record<string, WireFormat>> = {
  openai: 'openai-chat',
  anthropic: 'anthropic-messages',
  responses: 'openai-responses',
}

/** The names that `readFormat` accepts, for help texts. */
export const FORMAT_NAMES = Object.keys(FORMATS).join(', ')

/**
 * The wire that was named for `option`.
 * @throws {UsageError} when it is no known wire.
 */
export function readFormat(name: string, option: string): WireFormat {
  if (Object.hasOwn(FORMATS, name)) return FORMATS[name]!
  throw new UsageError(`${option} must be ${FORMAT_NAMES}, not "${name}"`)
}

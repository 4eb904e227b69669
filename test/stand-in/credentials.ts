import type { IncomingHttpHeaders } from 'node:http'
import { type Family, Refusal } from './refusal.ts'

/** The keys that the stand-in knows. */
export const STAND_IN_KEYS: Readonly<Record<Family, string>> = {
  openai: 'sk-stand-in-openai-0123456789',
  anthropic: 'sk-ant-stand-in-0123456789',
}

/**
 * Checks key and API version, with the error texts of the real providers.
 * @throws {Refusal}
 */
export function checkCredentials(family: Family, headers: IncomingHttpHeaders, keys: Readonly<Record<Family, string>>) {
  if (family === 'openai') return checkOpenAi(headers, keys.openai)
  checkAnthropic(headers, keys.anthropic)
  if (headers['anthropic-version'] === undefined) throw new Refusal('anthropic-version: header is required')
}

function checkOpenAi(headers: IncomingHttpHeaders, key: string): void {
  const given = bearerOf(headers)
  if (given === undefined) {
    const message =
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth " +
      '(i.e. Authorization: Bearer YOUR_KEY). You can obtain an API key from https://platform.openai.com/account/api-keys.'
    throw new Refusal(message, { status: 401 })
  }
  if (given === key) return
  const shown = `${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}`
  throw new Refusal(
    `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    { status: 401, code: 'invalid_api_key' },
  )
}

function checkAnthropic(headers: IncomingHttpHeaders, key: string): void {
  const refusal = { status: 401, type: 'authentication_error' }
  const bearer = bearerOf(headers)
  const apiKey = headers['x-api-key']
  if (bearer === undefined && apiKey === undefined) throw new Refusal('x-api-key header is required', refusal)
  if (apiKey !== undefined && apiKey !== key) throw new Refusal('invalid x-api-key', refusal)
  if (apiKey === undefined && bearer !== key) throw new Refusal('Invalid bearer token', refusal)
}

function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

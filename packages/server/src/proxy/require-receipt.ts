import type { ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import { ServiceError } from '../errors.ts'
import { stepsOf } from '../gate/body-steps.ts'
import type { Caller } from '../gate/key-port.ts'

const FIELD = 'background'
/** The name of the field in JSON, which allows any character to be written as its code. */
const NAME = new RegExp(`"${[...FIELD].map(escapable).join('')}"`)
/** Length of the longest spelling of the name. */
const LONGEST_NAME = '"'.length * 2 + '\\u0000'.length * FIELD.length

/**
 * Refuses a background response for a key with a spending limit. The provider reports its usage only in a later response, so its
 * output would never be counted.
 * @throws {ServiceError} price_unknown
 */
export async function requireReceipt(
  { limits }: Caller,
  facts: ConversationFacts | OpaqueFacts,
  original: Buffer,
): Promise<void> {
  if (!limits?.spending || limits.allowsUnpriced) return
  if (!(facts.isAnsweredLater ?? (await namesField(original)))) return
  throw new ServiceError('price_unknown', {
    message:
      "The API key has a spending limit, and a background response reports its usage only in a later response. Set 'background' to false. The operator of this server can allow such requests for the key (keys set --unpriced allow).",
    parameter: FIELD,
  })
}

/** True if a body that could not be read in time may contain the field. Its value is not read: the client can retry. */
async function namesField(body: Buffer): Promise<boolean> {
  let end = ''
  for await (const part of stepsOf(body)) {
    const text = end + part.toString('latin1')
    if (NAME.test(text)) return true
    end = text.slice(-LONGEST_NAME)
  }
  return false
}

function escapable(character: string): string {
  const code = character.charCodeAt(0).toString(16)
  const digits = [...code].map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
  return `(?:${character}|\\\\u00${digits.join('')})`
}

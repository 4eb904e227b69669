import type { IncomingMessage } from 'node:http'
import type { FollowedAddress } from '../provider-apis/followed-addresses.ts'
import type { Forwarding } from './forward.ts'
import { headerValue } from './headers.ts'
import { peekAnswer } from './peek-answer.ts'
import type { UpstreamAnswer } from './upstream-port.ts'
import { WholeAnswer } from './whole-answer.ts'

/** Longest response that is searched. A page with the largest number of batches is shorter. */
const MAX_BYTES = 16 * 1024 * 1024

/** Names of the local machine. They reach no other server, so a client that used one may receive it again. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Returns the base of addresses of this server, for the client that sent `request`: the operator's setting, or the name
 * that a client on the same machine used. Otherwise it is empty: SDKs resolve an absolute path against their base address,
 * and a guess could send a key unencrypted to a server that is reached through TLS.
 */
export function ownBase({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const { host } = headers
  return host !== undefined && LOOPBACK.test(host) ? `http://${host}` : ''
}

/** Wraps a forwarding: in its responses, the address of `followed` starts with `base`. Every other byte is the provider's. */
export function withOwnAddresses(
  forwarding: Forwarding,
  { followed, base }: { followed: FollowedAddress; base: string },
): Forwarding {
  return {
    isServerKey: forwarding.isServerKey,
    returned: (answer) => forwarding.returned(answer),
    async send(body, changes) {
      const answer = await forwarding.send(body, { ...changes, isPlain: true })
      const type = headerValue(answer.headers, 'content-type') ?? ''
      if (answer.status !== 200 || !/^application\/json\b/i.test(type)) return answer
      return leadBack(await peekAnswer(answer, MAX_BYTES), { followed, base })
    },
  }
}

function leadBack(
  answer: UpstreamAnswer & { readonly body: Buffer | undefined },
  { followed, base }: { followed: FollowedAddress; base: string },
): UpstreamAnswer {
  // One character per byte, so that everything outside the replacement is unchanged in any encoding.
  const text = answer.body?.toString('latin1')
  if (text === undefined) return answer
  // A quote inside a JSON string always has a backslash, so this matches the member and never text that imitates it.
  const member = new RegExp(`("${followed.member}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*")`, 'g')
  const replaced = text.replace(member, (whole, name: string, literal: string) => {
    const path = followed.pathHere(stringOf(literal))
    return path === undefined ? whole : name + JSON.stringify(base + path)
  })
  return replaced === text ? answer : new WholeAnswer(answer, Buffer.from(replaced, 'latin1'))
}

/** The text of a JSON string. Empty for any other value. */
function stringOf(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    return ''
  }
}

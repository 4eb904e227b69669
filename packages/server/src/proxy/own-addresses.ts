import type { IncomingMessage } from 'node:http'
import type { FollowedAddress } from '../provider-apis/followed-addresses.ts'
import type { Forwarding } from './forward.ts'
import { headerValue } from './headers.ts'
import { peekAnswer } from './peek-answer.ts'
import type { UpstreamAnswer } from './upstream-port.ts'
import { WholeAnswer } from './whole-answer.ts'

/** A page with the most batches that a list may have is shorter. */
const MOST_BYTES = 16 * 1024 * 1024

/** Names of this machine, under which nobody else can be reached: whoever used one in a request may be answered with it. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * What stands in front of a path in an address of this server, for the client that sent `request`. The operator's word, or the
 * name that a client on the same machine used. Else nothing: SDKs put what begins with a slash behind their base address, and a
 * guess could send a key unencrypted to a server that is reached through TLS.
 */
export function ownBase({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const { host } = headers
  return host !== undefined && LOOPBACK.test(host) ? `http://${host}` : ''
}

/** A forwarding in whose answers the address of `followed` leads to `base`. Every other byte is the provider's. */
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
      return leadBack(await peekAnswer(answer, MOST_BYTES), { followed, base })
    },
  }
}

function leadBack(
  answer: UpstreamAnswer & { readonly body: Buffer | undefined },
  { followed, base }: { followed: FollowedAddress; base: string },
): UpstreamAnswer {
  // A character for each byte, so that what is not replaced stays as it is, whatever its encoding.
  const text = answer.body?.toString('latin1')
  if (text === undefined) return answer
  // No string of JSON holds a quote without a backslash, so this is the member and no text that looks like it.
  const member = new RegExp(`("${followed.member}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*")`, 'g')
  const replaced = text.replace(member, (whole, name: string, literal: string) => {
    const path = followed.pathHere(stringOf(literal))
    return path === undefined ? whole : name + JSON.stringify(base + path)
  })
  return replaced === text ? answer : new WholeAnswer(answer, Buffer.from(replaced, 'latin1'))
}

/** The text of a JSON string; empty where it is none. */
function stringOf(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    return ''
  }
}

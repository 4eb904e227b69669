import { sha256, type WireMessage } from '../talk.fixture.ts'
import type { GoldenRequest } from './play.fixture.ts'

/**
 * Renders the requests of a conversation for a reader. A message that is sent unchanged is printed as its number, every
 * other one line by line. The first lines that a request shares with the previous one are only counted. The hash covers
 * every byte of the body.
 */
export function renderRequests(requests: readonly GoldenRequest[]): string {
  const first = requests.findIndex(({ original, sent }) => original !== sent)
  const asWritten = first < 0 ? requests.length : first
  let before: readonly string[] = []
  const blocks = requests.slice(asWritten).map(({ turn, outcome, original, sent }) => {
    const lines = messageLines(sent, original)
    const shared = sharedLines(before, lines)
    before = lines
    const head = `turn ${turn}: ${outcome}, ${sent.length} of ${original.length} characters, sha256 ${sha256(sent)}`
    return [head, ...(shared ? [`  = ${shared} lines as in turn ${turn - 1}`] : []), ...lines.slice(shared)].join('\n')
  })
  return `${[`turns 1 to ${asWritten}: sent as written`, ...blocks].join('\n\n')}\n`
}

function sharedLines(before: readonly string[], now: readonly string[]): number {
  let shared = 0
  while (shared < before.length && shared < now.length && before[shared] === now[shared]) shared++
  return shared
}

function messageLines(sent: string, original: string): string[] {
  const written = messagesIn(original).map((message) => JSON.stringify(message))
  return messagesIn(sent).flatMap((message) => {
    const number = written.lastIndexOf(JSON.stringify(message))
    if (number >= 0) return [`  ${message.role}: message ${number + 1} as written`]
    const { role, content, ...members } = message
    const rest = Object.keys(members).length ? ` ${JSON.stringify(members)}` : ''
    return [`  ${role}:${rest}`, ...contentLines(content)]
  })
}

function messagesIn(body: string): readonly WireMessage[] {
  return (JSON.parse(body) as { messages: readonly WireMessage[] }).messages
}

function contentLines(content: unknown): string[] {
  if (typeof content === 'string') return content.split('\n').map((line) => `    | ${line}`)
  return (content as readonly Readonly<Record<string, unknown>>[]).flatMap((block) => {
    const { text, content: inner = text, ...members } = block
    return [`    ${JSON.stringify(members)}`, ...(inner === undefined ? [] : contentLines(inner))]
  })
}

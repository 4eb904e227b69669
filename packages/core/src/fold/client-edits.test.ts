import { describe, expect, it } from 'vitest'
import { splice } from '../wire/splice.ts'
import { findProblem } from '../wire/validate.ts'
import { fold } from './fold.ts'
import type { FoldState } from './state.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from './talk.fixture.ts'

const WINDOW = 5
const STEPS = 44
/** Number of requests that are also sent by a server that has never seen the conversation. */
const FEWER = 12

/** Shell output in a user message, for an agent that writes its commands into its answers. */
function printed(step: number): string {
  const lines = Array.from({ length: 18 }, (_, line) => `value_${step}_${line} = load("part ${step * 31 + line}")`)
  return `${lines.join('\n')}\n(Open file: /repo/src/part-${step}.py)\n(Current directory: /repo)\nbash-$`
}

const talk: WireMessage[] = [{ role: 'user', content: 'Find out why the numbers of the parts do not add up, please.' }]
for (let step = 0; step < STEPS; step++) {
  const thought =
    `Part ${step} loads ${step * 31} values, and the sum of them should be ${step * 977}. The loader of part ${step} reads its ` +
    `list from table_${step}, so I compare both. I expect that the index of part ${step} is off by ${step % 7}.`
  talk.push(
    { role: 'assistant', content: `${thought}\n\`\`\`\nopen part-${step}.py\n\`\`\`` },
    { role: 'user', content: printed(step) },
  )
}

/** A request of a client that keeps only the newest outputs. `edit` replaces an old one. */
function masked(request: readonly WireMessage[], edit = placeholder): WireMessage[] {
  const outputs = request.flatMap(({ role }, index) => (role === 'user' && index > 0 ? index : []))
  const old = new Set(outputs.slice(0, Math.max(0, outputs.length - WINDOW)))
  return request.map((message, index) => (old.has(index) ? edit(message) : message))
}

function placeholder({ content }: WireMessage): WireMessage {
  return { role: 'user', content: `Old environment output: (${String(content).split('\n').length} lines omitted)` }
}

interface Sent {
  readonly texts: readonly string[]
  readonly digests: readonly string[]
  /** Number of folded messages. */
  readonly folded: number
  readonly body: string
  readonly state: FoldState
}

function send(request: readonly WireMessage[], state?: FoldState): Sent {
  const conversation = conversationOf('openai-chat', request)
  const caching = { kind: 'automatic', write: 1, leastTokens: 1024 } as const
  const result = fold({ transcript: transcript(conversation), state, count: countTokens, caching })
  const body = splice(conversation, result.edits)
  const { messages } = JSON.parse(body) as { messages: WireMessage[] }
  const { digests, boundary } = result.state
  const texts = messages.map(({ content }) => String(content))
  return { body, texts, digests: digests.map(({ text }) => text), folded: boundary, state: result.state }
}

function play(requests: readonly (readonly WireMessage[])[]): Sent[] {
  const sent: Sent[] = []
  for (const request of requests) sent.push(send(request, sent.at(-1)?.state))
  return sent
}

const requests = requestsOf(talk)

/** Number of requests that do not begin with all digests of the previous one, in their order. */
function changedDigests(sent: readonly Sent[]): number {
  return sent.filter(({ digests }, index) => {
    const before = sent[index - 1]?.digests ?? []
    return before.some((text, place) => digests[place] !== text)
  }).length
}

describe('a client that replaces its old tool output at each step', () => {
  const sent = play(requests.map((request) => masked(request)))

  it('keeps its digests', () => {
    expect(sent.at(-1)!.digests.length).toBeGreaterThan(0)
    // If the digests of a chat have become too long for the rest, one digest of the whole history replaces them.
    expect(changedDigests(sent)).toBeLessThan(5)
    const without = requests.slice(-FEWER).map((request) => send(masked(request)))
    expect(changedDigests(without)).toBeGreaterThan(FEWER / 2)
  })

  it('gets its placeholders unchanged if they are not folded', () => {
    for (const [index, { texts, folded }] of sent.entries()) {
      const tail = masked(requests[index]!).slice(folded)
      const old = tail.filter(({ content }) => String(content).startsWith('Old environment output'))
      for (const { content } of old) expect(texts).toContain(content)
      expect(texts.filter((text) => text.startsWith('Old environment output'))).toHaveLength(old.length)
    }
  })

  it('gets bodies that the provider accepts, and the same one for a retry', () => {
    for (const { body } of sent) expect(findProblem('openai-chat', body)).toBeUndefined()
    const last = sent.at(-1)!
    expect(send(masked(requests.at(-1)!), last.state).body).toBe(last.body)
  })
})

describe('a client that clears its old tool output at once', () => {
  it('keeps its digests', () => {
    const before = play(requests.slice(0, 30)).at(-1)!
    expect(before.digests.length).toBeGreaterThan(0)
    const { digests } = send(masked(requests[30]!), before.state)
    expect(digests.slice(0, before.digests.length)).toEqual(before.digests)
  })
})

describe('a history with changed messages', () => {
  const before = play(requests.slice(0, 30)).at(-1)!

  it('is a different conversation if an old message of the agent differs', () => {
    const edited = requests[30]!.map((message, index) => (index === 3 ? { ...message, content: 'I see.' } : message))
    expect(send(edited, before.state).body).toBe(send(edited).body)
  })

  it('is a different conversation if old output has other content of the same length', () => {
    const edited = requests[30]!.map((message, index) =>
      index === 4 ? { ...message, content: printed(1000) } : message,
    )
    expect(send(edited, before.state).body).toBe(send(edited).body)
  })
})

describe('a placeholder for a pinned output', () => {
  const PLACEHOLDER = 'Old environment output: (21 lines omitted)'

  /** Sends the conversation until the output at `index` is pinned before the tail, and then with its placeholder. */
  function sendReplaced(messages: readonly WireMessage[], index: number): { before: Sent; after: Sent } {
    let before: Sent | undefined
    for (let length = index + 1; length + 2 <= messages.length; length += 2) {
      before = send(messages.slice(0, length), before?.state)
      if (before.folded > index && before.state.standing.has(index)) {
        const next = messages.slice(0, length + 2)
        const edited = next.map((message, at) => (at === index ? { ...message, content: PLACEHOLDER } : message))
        return { before, after: send(edited, before.state) }
      }
    }
    throw new Error('The output was never pinned.')
  }

  it('is folded if the output was the question of a tool loop, in a shorter form', () => {
    const output = `${'The loader retries the connection to the table.\n'.repeat(12)}root@host:/srv#`
    const loop: WireMessage[] = [...talk.slice(0, 14), { role: 'user', content: output }]
    for (let step = 0; step < STEPS; step++) {
      const call = { name: 'open', arguments: JSON.stringify({ path: `part-${step}.py` }) }
      loop.push(
        { role: 'assistant', content: null, tool_calls: [{ id: `call-${step}`, type: 'function', function: call }] },
        { role: 'tool', tool_call_id: `call-${step}`, content: printed(step + 100) },
      )
    }
    const { before, after } = sendReplaced(loop, 14)
    expect(before.body).toContain('[the same line 11 more times]')
    expect(after.digests.slice(0, before.digests.length)).toEqual(before.digests)
    expect(findProblem('openai-chat', after.body)).toBeUndefined()
  })

  it('is folded with its answer if both were an example', () => {
    const examples = Array.from({ length: 8 }, (_, step): WireMessage[] => [
      { role: 'user', content: step === 0 ? 'Say for each output which part is open.' : printed(step) },
      { role: 'assistant', content: JSON.stringify({ part: step, path: `/repo/src/part-${step}.py` }) },
    ])
    const { before, after } = sendReplaced([...examples.flat(), ...talk], 4)
    expect(before.body).toContain('part-2.py\\"}')
    expect(after.body).not.toContain('part-2.py\\"}')
    expect(after.body).toContain('part-3.py\\"}')
  })
})

it('an image that the client sends with another address stays in the request', () => {
  const imageAt = (url: string) =>
    ({ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }) as unknown as WireMessage
  const requestWith = (url: string, messages: number) => [imageAt(url), ...talk.slice(1, messages)]
  const before = send(requestWith('https://x.example/plan.png?sign=1', 61))
  const after = send(requestWith('https://x.example/plan.png?sign=2', 63), before.state)
  expect(before.digests.length).toBeGreaterThan(0)
  expect(after.body).toContain('plan.png?sign=2')
})
